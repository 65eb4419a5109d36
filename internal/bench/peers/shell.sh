#!/bin/sh
# The reconciliation as a good shell author writes it: text tools, two
# processors, nothing stored. usage: shell.sh BILL.gbk.csv ORDERS.csv REFUNDS.csv OUT
# Both sides become lines "key TAB amount TAB ..."; the tab sorts before every
# character of a key, so that whole lines sort as their keys do.
# It knows no rule for rows that meet more than once: the first line of a key
# counts, the others are duplicates.
set -eu
bill=$1 orders=$2 refunds=$3 out=$4
export LC_ALL=C
awk=$(command -v mawk || command -v awk)
dir=$(mktemp -d "${TMPDIR:-/tmp}/peer.XXXXXX")
trap 'rm -rf "$dir"' EXIT

statement() {
  iconv -f GB18030 -t UTF-8 "$bill" | "$awk" -F, '
    /^[^#]/ && NF == 25 {
      late = substr($6, 12) >= "23:50"
      if ($3 == "交易\t") print "P" $2 $12 "\t" late
      else if ($3 == "退款\t") print "R" substr($2, 1, length($2) - 1) "/" $22 $12 "\t" late
    }' | sort -S 1G --parallel=2 -T "$dir" >"$dir/statement"
}

ledger() {
  {
    "$awk" -F, '
      NF > 11 && ($5 == "ALIPAY" || $5 == "ALI_APP") {
        print "P" $3 "\t" $6 "\t" (substr($8, 12) >= "23:50") "\t" $7
      }' "$orders"
    "$awk" -F, '
      $4 == "ALIPAY" || $4 == "ALI_APP" {
        print "R" $2 "/" $3 "\t-" $5 "\t" (substr($8, 12) >= "23:50") "\tPAID"
      }' "$refunds"
  } | sort -S 1G --parallel=2 -T "$dir" >"$dir/ledger"
}

statement &
first=$!
ledger
wait "$first"

join -t "$(printf '\t')" -a 1 -a 2 -e - -o 0,1.2,2.2,1.3,2.3,2.4 "$dir/statement" "$dir/ledger" | "$awk" -F '\t' -v out="$out" '
  {
    class = "matched"
    idle = $6 == "PENDING" || $6 == "CLOSED"
    if ($1 == key) class = "duplicate"
    else if ($2 == "-") class = idle ? "no_claim" : $5 ? "pending" : "extra"
    else if (idle) class = "status"
    else if ($3 == "-") class = $4 ? "pending" : "missing"
    else if ($2 != $3) class = "amount"
    key = $1
    n[class]++
    if (class != "matched" && class != "no_claim") print class "," $1 "," $2 "," $3 >out
  }
  END {
    split("matched missing extra amount duplicate status pending ambiguous", names, " ")
    for (i = 1; i <= 8; i++) print names[i] "," n[names[i]] + 0
  }'
