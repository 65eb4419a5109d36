package config

// phrase is a sentence of Explain in both languages, with the same arguments.
type phrase struct{ english, chinese string }

var (
	sayTitle          = phrase{"Rules for %s, %s", "%s（%s）的对账规则"}
	sayReconciliation = phrase{"Reconciliation %s", "对账：%s"}

	sayFiles     = phrase{"  Files", "  文件"}
	sayStatement = phrase{
		"  - The statement %[1]s (%[2]s) of %[3]s is expected from %[4]s (%[5]s) in %[6]s as %[7]s.",
		"  - %[3]s 的渠道对账单 %[1]s（%[2]s）预计自 %[4]s（%[5]s）起可取，目录 %[6]s，文件名 %[7]s。",
	}
	sayExport = phrase{
		"  - The own export %[1]s (%[2]s) of %[3]s is expected from %[4]s (%[5]s) in %[6]s as %[7]s.",
		"  - %[3]s 的自有导出文件 %[1]s（%[2]s）预计自 %[4]s（%[5]s）起可取，目录 %[6]s，文件名 %[7]s。",
	}
	sayNoFile = phrase{
		"  - No file of %s is expected for %s, a %s.",
		"  - %s 在 %s（%s）没有文件。",
	}
	sayAccount = phrase{
		"    It must be of the account %s.",
		"    账单所属账户必须为 %s。",
	}
	sayDay = phrase{
		"    Its business day runs from %s until before %s (%s).",
		"    营业日自 %s 起，至 %s 前止（%s）。",
	}
	sayTime = phrase{
		"    Times stand in column %s; without an offset they are times of %s.",
		"    时间取自列 %s；未带时区的按 %s 读取。",
	}
	sayFallback = phrase{
		"    Where %s is empty and the row claims no money, %s is read; a paid row without a time is refused.",
		"    %s 为空且该行不涉及资金时，取列 %s；已支付而无时间的行会被拒绝。",
	}
	sayMajor = phrase{
		"    Amounts stand in column %s like 12.30.",
		"    金额取自列 %s，形如 12.30。",
	}
	sayMinor = phrase{
		"    Amounts stand in column %s as whole minor units: 1230 is 12.30.",
		"    金额取自列 %s，为最小货币单位的整数：1230 即 12.30。",
	}
	sayNegate = phrase{
		"    Their sign is turned.",
		"    金额取相反数。",
	}
	sayByKind = phrase{
		"    They have no sign: refunds and chargebacks are taken as money from you.",
		"    金额不带符号：退款与拒付取负数。",
	}
	sayLate = phrase{
		"  - Before that hour a missing file means: not ready, try later (exit code 4). After it the day has failed (exit code 1). Nothing is published without all files.",
		"  - 在此时间之前缺少文件：尚未就绪，稍后再试（退出码 4）；之后仍缺：当日失败（退出码 1）。文件不齐不发布结果。",
	}

	sayRows    = phrase{"  Rows", "  记录归属"}
	sayAllRows = phrase{
		"  - Every row of %s belongs here.",
		"  - %s 的所有记录都归入本对账。",
	}
	sayWhere = phrase{
		"  - Rows of %s belong here when column %s is %s.",
		"  - %s 中列 %s 为 %s 的记录归入本对账。",
	}
	sayIgnore = phrase{
		"  - Rows of %s are ignored, and counted in the report, when column %s is %s.",
		"  - %s 中列 %s 为 %s 的记录不参与对账，仅在报告中计数。",
	}
	sayOr      = phrase{" or ", " 或 "}
	sayClaimed = phrase{
		"  - A row that no reconciliation claims and nothing ignores is a fault: the export is refused.",
		"  - 既无对账归属、又未被忽略的记录视为错误，整个文件拒收。",
	}

	sayAmounts     = phrase{"  Amounts", "  金额"}
	sayOrderAmount = phrase{
		"  - Of %s the order amount is compared, what the customer was asked for.",
		"  - %s 以订单金额参与比对。",
	}
	sayReceived = phrase{
		"  - Of %s the received amount is compared, after discounts you paid and before fees.",
		"  - %s 以实收金额（扣除商家优惠、未扣手续费）参与比对。",
	}
	sayExact = phrase{
		"  - Two amounts match only when they are equal.",
		"  - 金额必须完全一致，容差为 0。",
	}
	sayTolerance = phrase{
		"  - Two amounts match when they differ by at most %d minor units; these differences are summed and shown.",
		"  - 容差为 %d 个最小货币单位；容差内的差额累计并列示。",
	}

	sayDue          = phrase{"  Rows without counterpart", "  无对应记录的处理"}
	sayOrderPending = phrase{
		"  - An order paid %s and absent from the statement is pending until the statement of %s; if it is absent there too, it is `extra` (not at the provider).",
		"  - %s 支付而对账单中没有的订单为存疑（待次日核对），待 %s 的对账单核对；届时仍没有，即为 extra（我方有渠道无）。",
	}
	sayOrderLate = phrase{
		"  - An order paid before %s and absent from the statement is pending until the statement of %s; if it is absent there too, it is `extra`.",
		"  - %s 之前支付而对账单中没有的订单为未到期，待 %s 的对账单核对；届时仍没有，即为 extra。",
	}
	sayOrderAtOnce = phrase{
		"  - An order paid before %s and absent from the statement is `extra` (not at the provider) on %s at once.",
		"  - %s 之前支付而对账单中没有的订单，在 %s 即为 extra（我方有渠道无）。",
	}
	sayMirror = phrase{
		"  - A payment in the statement and absent from your export is judged on the same days; it becomes `missing` (not in our books).",
		"  - 对账单中有而自有导出中没有的支付按同样日期判定，即为 missing（渠道有我方无）。",
	}
	sayRefundPending = phrase{
		"  - A refund made %s on one side only is pending until the files of %s.",
		"  - %s 发生而仅一方有记录的退款为存疑（待次日核对），待 %s 的文件核对。",
	}
	sayRefundLate = phrase{
		"  - A refund made before %s on one side only is pending until the files of %s.",
		"  - %s 之前发生而仅一方有记录的退款为未到期，待 %s 的文件核对。",
	}
	sayRefundAtOnce = phrase{
		"  - A refund made before %s on one side only is a break on %s at once.",
		"  - %s 之前发生而仅一方有记录的退款，在 %s 即为差异。",
	}

	sayGate    = phrase{"  Before anything is published", "  发布前检查"}
	saySuspect = phrase{
		"  - When more than %d %% of the rows or of the money of one side, and at least 100 rows, have no counterpart, the day is suspect: nothing is published (exit code 1).",
		"  - 任一方有超过 %d%% 的笔数或金额（且不少于 100 笔）无对应记录时，当日结果可疑：不予发布（退出码 1）。",
	}
)
