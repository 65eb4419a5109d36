package config

var (
	saySettle = phrase{"Monthly payouts", "月度出款"}

	sayPeriods = phrase{"  Periods", "  账期"}
	sayPeriod  = phrase{
		"  - %[1]s runs from %[2]s until before %[3]s (%[4]s); an entry at that instant belongs to %[5]s.",
		"  - %[1]s 账期自 %[2]s 起，至 %[3]s 前止（%[4]s）；恰在该时刻的记录归入 %[5]s。",
	}
	sayNotOver = phrase{
		"  - A period that is not over is not ready (exit code 4). Periods are settled one after another.",
		"  - 账期未结束：尚未就绪（退出码 4）。各账期须依次结算。",
	}
	sayNoPast = phrase{
		"  - Nothing was owed before %s (opening: none).",
		"  - %s 之前没有应付余额（opening: none）。",
	}
	sayOpening = phrase{
		"  - What was owed before %s is read once from %s as %s.",
		"  - %s 之前的应付余额取自目录 %s 的文件 %s，仅入账一次。",
	}
	sayNoOpening = phrase{
		"  - Nothing is said about the time before %s: a confirmed entry before it stops the run (exit code 2).",
		"  - 未说明 %s 之前的余额：若有更早的已确认记录，运行会被拒绝（退出码 2）。",
	}

	sayIncrements = phrase{
		"  - For %[1]s the ledger is read from %[2]s, all files from %[3]s to %[4]s; of an entry that comes again the later file counts.",
		"  - %[1]s 账期的应付明细取自目录 %[2]s，自 %[3]s 至 %[4]s 的全部文件；重复出现的记录以较晚文件为准。",
	}
	saySnapshot = phrase{
		"  - For %[1]s the ledger is read from %[2]s, the newest full dump from %[3]s to %[4]s.",
		"  - %[1]s 账期的应付明细取自目录 %[2]s，%[3]s 至 %[4]s 中最新的全量文件。",
	}
	sayOffset = phrase{
		"    Times stand in column %s and say how far they are from UTC.",
		"    时间取自列 %s，自带时区偏移。",
	}
	sayOwed = phrase{
		"    + is owed to the payee.",
		"    正数为应付收款方。",
	}
	sayOwedByKind = phrase{
		"    They have no sign: refunds and chargebacks are taken from the payee.",
		"    金额不带符号：退款与拒付从收款方扣除。",
	}
	sayPayees = phrase{
		"  - The payees of %s are read from %s as %s.",
		"  - %s 账期的收款方名单取自目录 %s，文件名 %s。",
	}
	sayPayeesBetween = phrase{
		"  - The payees of %s are read from %s, the newest file from %s to %s.",
		"  - %s 账期的收款方名单取自目录 %s，%s 至 %s 中最新的文件。",
	}

	sayPaid    = phrase{"  Who is paid", "  出款条件"}
	sayMinimum = phrase{
		"  - In %s a balance of at least %s is paid; less is carried over.",
		"  - %s：余额不低于 %s 的予以出款，未达起付额的结转下期。",
	}
	sayMaximum = phrase{
		"    More than %s needs a review.",
		"    超过 %s 的须待复核。",
	}
	sayOtherCurrencies = phrase{
		"  - No other currency is paid.",
		"  - 其他币种不出款。",
	}
	sayCountries = phrase{
		"  - Only payees in %s are paid.",
		"  - 仅向以下国家或地区出款：%s。",
	}
	sayKYC = phrase{
		"  - Only payees are paid that are verified: column %s is %s.",
		"  - 仅向已通过实名或资质审核的收款方出款：列 %s 为 %s。",
	}
	sayNoKYC = phrase{
		"  - Whether payees are verified is not checked.",
		"  - 不检查实名或资质。",
	}
	sayFrozen = phrase{
		"  - A payee is frozen, and not paid, when column %s is %s.",
		"  - 列 %s 为 %s 的收款方已冻结，不出款。",
	}
	sayCooling = phrase{
		"  - A changed destination waits %d days.",
		"  - 变更后的收款账户须等待 %d 天。",
	}
	sayHoldEntry = phrase{
		"  - An open break keeps back the money of its order until it is closed.",
		"  - 订单存在未平差异时，该订单款项暂缓结算，差异关闭后放行。",
	}
	sayHoldPayee = phrase{
		"  - An open break of one order keeps back the whole payout of its payee.",
		"  - 任一订单存在未平差异时，该收款方本期不付。",
	}
	sayNoHold = phrase{
		"  - Open breaks keep nothing back.",
		"  - 未平差异不影响出款。",
	}

	sayApproval  = phrase{"  Approval", "  复核"}
	sayApprovers = phrase{
		"  - No file is written before %s has approved the batch. Nobody approves what he made.",
		"  - 出款批次经 %s 复核后才生成文件；经办人不得自行复核。",
	}
	sayNobody = phrase{
		"  - No file is written before a batch is approved, and people names nobody who may.",
		"  - 出款批次经复核后才生成文件，而 people 中尚无复核人。",
	}
	sayUnapproved = phrase{
		"  - NO APPROVAL IS REQUIRED: files are written as soon as a batch is complete.",
		"  - 【无需复核】批次完成后即可生成文件。",
	}

	sayRails = phrase{"  Ways to pay", "  出款渠道"}
	sayRail  = phrase{
		"  - %[1]s (%[2]s) pays %[3]s from the account %[4]s of %[5]s, at most %[6]d payouts in a file.",
		"  - %[1]s（%[2]s）以 %[5]s 的账户 %[4]s 支付 %[3]s，每个文件最多 %[6]d 笔。",
	}
	sayAnyCurrency = phrase{"any currency", "任何币种"}
	sayMaxAmount   = phrase{
		"    A payout above %s needs a review.",
		"    单笔超过 %s 的须待复核。",
	}
	sayMaxSum = phrase{
		"    No file holds more than %s.",
		"    每个文件合计不超过 %s。",
	}
	sayExecution = phrase{
		"    A file made on %s, a %s, is to be paid on %s, a %s (calendar %s).",
		"    %s（%s）生成的文件，付款日为 %s（%s）（日历 %s）。",
	}
	sayNoExecution = phrase{
		"    The day of payment of a file made on %s is not known: %v.",
		"    %s 生成的文件付款日未知：%v。",
	}
	sayDeliver = phrase{
		"    Files are put into %s.",
		"    文件另存至目录 %s。",
	}
)
