package sepa

import (
	"fmt"
	"strings"
)

// noBIC stands where a bank's BIC is not known. It has the form of a BIC
// of Romania, so that it must never be taken for one.
const noBIC = "NOTPROVIDED"

// normalBIC drops spaces and writes upper case; the word for no BIC becomes
// the empty text.
func normalBIC(text string) string {
	if bic := normalIBAN(text); bic != noBIC {
		return bic
	}
	return ""
}

// bicFault says what is wrong with a normal BIC, or nothing. The form is that
// of pain.001.001.03, which every BIC in use has; .09 would let more through.
func bicFault(bic string) string {
	if len(bic) != 8 && len(bic) != 11 {
		return fmt.Sprintf("BIC %q has %d characters, wanted 8 or 11", shortText(bic, 20), len([]rune(bic)))
	}
	for i, r := range bic {
		switch {
		case i < 6 && !isUpper(r):
			return fmt.Sprintf("BIC %q: character %d is %q, wanted a letter", bic, i+1, r)
		case !isUpper(r) && !isDigit(r):
			return fmt.Sprintf("BIC %q: character %d is %q, wanted a letter or digit", bic, i+1, r)
		case i == 6 && (r == '0' || r == '1'), i == 7 && r == 'O':
			return fmt.Sprintf("BIC %q: no bank's BIC has %q as character %d", bic, r, i+1)
		}
	}
	if bic == noBIC || !strings.Contains(countries, bic[4:6]+" ") {
		return fmt.Sprintf("BIC %q: %s is no country", bic, bic[4:6])
	}
	return ""
}

// bicWarning says that a bank lies in another country than the account. Some
// banks have one BIC for several countries, so that this stops nothing.
func bicWarning(bic, iban string) string {
	bank, account := bic[4:6], iban[:2]
	if bank == account || ibanCountryOf[bank] == account {
		return ""
	}
	return fmt.Sprintf("BIC %s is of a bank in %s, the IBAN of %s", bic, bank, account)
}

// ibanCountryOf are the territories whose accounts have another country's IBAN.
var ibanCountryOf = map[string]string{
	"GG": "GB", "JE": "GB", "IM": "GB", "AX": "FI",
	"BL": "FR", "GF": "FR", "GP": "FR", "MF": "FR", "MQ": "FR", "NC": "FR", "PF": "FR", "PM": "FR",
	"RE": "FR", "TF": "FR", "WF": "FR", "YT": "FR",
}

// countries are the codes of ISO 3166, and XK, which banks use for Kosovo.
const countries = `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ` +
	`CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ` +
	`GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ` +
	`KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ ` +
	`NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW ` +
	`SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ ` +
	`UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW `
