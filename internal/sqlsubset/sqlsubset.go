// Package sqlsubset refuses SQL that DuckDB and Spark do not read alike. The
// stages' tests hold their steps against it.
package sqlsubset

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// The steps keep to what DuckDB and Spark read alike. Check refuses everything
// else by token: symbols, words, functions and types outside these lists.
var (
	symbols   = strings.Fields("= <> < <= + - * || ( ) , .")
	functions = strings.Fields("count sum min max coalesce nullif cast trim substr upper lower abs mod row_number lag md5")
	types     = strings.Fields("bigint string date boolean int")
	// openers are the words that may stand before a bracket and are no function.
	openers = strings.Fields("in exists and or not on when then else from join over filter by as select where all case")
	banned  = strings.Fields(`qualify exclude replace list array_agg string_agg listagg any_value first_value last_value arg_min arg_max
		limit offset lateral pivot unpivot unnest explode semi anti asof right natural using intersect except like ilike similar between
		extract interval timestamp time double float real decimal numeric hugeint avg now current_date current_timestamp random uuid hash
		regexp regexp_replace regexp_extract regexp_matches concat greatest least struct map array range rows values returning recursive
		tablesample sample window insert update delete drop alter copy attach pragma set read_parquet glob`)

	token  = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*|[0-9]+(?:\.[0-9]+)?|'[^']*'|<>|<=|>=|!=|\|\||::|//|->|=>|==|\S`)
	word   = regexp.MustCompile(`^[a-z_][a-z0-9_]*$`)
	aName  = regexp.MustCompile(`^[a-z_][a-z0-9_]*$`)
	header = regexp.MustCompile(`(?s)^-- reads: ([a-z0-9_, ]+)\n-- writes: (\w+)( \([^)]+\))?\n-- why: `)
)

// Check lists what is wrong with one step, nothing if it is good. name is its
// file, which its table is named after; a cross join may name the tables oneRow
// only.
func Check(name, text string, oneRow ...string) []string {
	var found []string
	say := func(format string, args ...any) { found = append(found, fmt.Sprintf(format, args...)) }
	head := header.FindStringSubmatch(text)
	if head == nil {
		say("wanted the lines `-- reads:`, `-- writes:` with the grain, `-- why:` on top")
		return found
	}
	body := regexp.MustCompile(`(?m)--.*$`).ReplaceAllString(text, "")
	tokens := token.FindAllString(body, -1)
	checkStart(path.Base(name), head[2], tokens, say)
	checkTables(head[1], tokens, say)
	for i, tok := range tokens {
		checkToken(tokens, i, tok, say)
		if tok == "cross" && (i+2 >= len(tokens) || !slices.Contains(oneRow, tokens[i+2])) {
			say("`cross join`: only a table of one row: %v", oneRow)
		}
	}
	return found
}

type complain func(format string, args ...any)

// checkStart holds the file's name, its header and its statement together.
func checkStart(file, writes string, tokens []string, say complain) {
	table := strings.TrimSuffix(file[strings.Index(file, "_")+1:], ".sql")
	if assert, ok := strings.CutPrefix(table, "assert_"); ok {
		if assert == "" || writes != "nothing" || (tokens[0] != "select" && tokens[0] != "with") {
			say("an assertion is one query and writes nothing")
		}
		return
	}
	if writes != table {
		say("the file is named after %s, but `-- writes:` says %s", table, writes)
	}
	if len(tokens) < 4 || tokens[0] != "create" || (tokens[1] != "table" && tokens[1] != "view") || tokens[2] != table || tokens[3] != "as" {
		say("wanted one statement, `create table %s as`", table)
	}
}

// checkTables holds the tables that are read against `-- reads:`.
func checkTables(reads string, tokens []string, say complain) {
	listed := strings.Split(strings.TrimSpace(reads), ", ")
	own := map[string]bool{}
	for i, tok := range tokens {
		if tok == "as" && i > 0 && i+1 < len(tokens) && tokens[i+1] == "(" && aName.MatchString(tokens[i-1]) {
			own[tokens[i-1]] = true
		}
	}
	used := map[string]bool{}
	for i, tok := range tokens[:len(tokens)-1] {
		next := tokens[i+1]
		if (tok != "from" && tok != "join") || !aName.MatchString(next) || i > 1 && tokens[i-1] == "distinct" {
			continue
		}
		if !own[next] {
			used[next] = true
			if !slices.Contains(listed, next) {
				say("reads %s, which `-- reads:` does not name", next)
			}
		}
		if i+2 < len(tokens) && word.MatchString(tokens[i+2]) && !slices.Contains(strings.Fields("as where group order on left full join union having cross"), tokens[i+2]) {
			say("`%s %s %s`: write the alias with `as`", tok, next, tokens[i+2])
		}
	}
	for _, table := range listed {
		if !used[table] {
			say("`-- reads:` names %s, which is not read", table)
		}
	}
}

// checkToken looks at one token and its neighbours.
func checkToken(tokens []string, i int, tok string, say complain) {
	at := func(k int) string {
		if i+k < 0 || i+k >= len(tokens) {
			return ""
		}
		return tokens[i+k]
	}
	lower := strings.ToLower(tok)
	switch {
	case tok[0] == '\'':
		if strings.Contains(tok, `\`) {
			say("%s: no backslash in a text", tok)
		}
	case !word.MatchString(lower) && tok[0] < '0' || tok[0] > '9' && !word.MatchString(lower):
		if !slices.Contains(symbols, tok) {
			say("`%s` is outside the subset", tok)
		}
	case tok != lower:
		say("`%s`: lower case", tok)
	case slices.Contains(banned, tok):
		say("`%s` is outside the subset", tok)
	case at(1) == "(" && word.MatchString(tok) && !slices.Contains(functions, tok) && !slices.Contains(openers, tok):
		say("function `%s` is outside the subset", tok)
	}
	switch {
	case tok == "in" && at(-1) == "not":
		say("`not in`: with a null in the list nothing matches; write an anti join")
	case tok == "by" && at(1) == "all":
		say("`by all`: list the columns")
	case tok == "distinct" && at(-1) != "is" && at(-2) != "is":
		say("`distinct`: group by the columns")
	case tok == "all" && at(-1) != "union":
		say("`all` belongs to union only")
	case tok == "union" && at(1) != "all":
		say("`union` without all")
	case tok == "sum" && at(-2) != "cast" && at(-4) != "cast" && !inDifference(tokens, i):
		say("`sum`: cast it to bigint, DuckDB's sum is wider")
	case tok == "as" && inCast(tokens, i) && !slices.Contains(types, at(1)):
		say("`cast ... as %s` is outside the subset", at(1))
	case tok == "order" && at(1) == "by":
		checkOrder(tokens[i+2:], say)
	}
}

// inDifference reports whether a sum is the second term of a difference inside
// one cast: cast(coalesce(sum ...) - coalesce(sum ...) as bigint).
func inDifference(tokens []string, i int) bool {
	return i >= 4 && tokens[i-2] == "coalesce" && tokens[i-3] == "-"
}

// inCast reports whether the `as` at i ends a cast.
func inCast(tokens []string, i int) bool {
	depth := 0
	for k := i - 1; k >= 0; k-- {
		switch tokens[k] {
		case ")":
			depth++
		case "(":
			if depth == 0 {
				return k > 0 && tokens[k-1] == "cast"
			}
			depth--
		}
	}
	return false
}

// checkOrder wants nulls first or nulls last behind every term of an ordering.
func checkOrder(tokens []string, say complain) {
	depth, last := 0, [2]string{}
	for _, tok := range tokens {
		ends := depth == 0 && (tok == "," || tok == ")")
		if ends && (last[0] != "nulls" || last[1] != "first" && last[1] != "last") {
			say("an ordering without nulls first or nulls last")
			return
		}
		if ends && tok == ")" {
			return
		}
		depth += strings.Count(tok, "(") - strings.Count(tok, ")")
		last = [2]string{last[1], tok}
	}
	say("only windows are ordered; order what is written out where it is written")
}
