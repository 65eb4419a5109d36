package match

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The steps keep to what DuckDB and Spark read alike. lint refuses everything
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
	oneRow = []string{"run", "rule"} // tables that a cross join may name

	token  = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*|[0-9]+(?:\.[0-9]+)?|'[^']*'|<>|<=|>=|!=|\|\||::|//|->|=>|==|\S`)
	word   = regexp.MustCompile(`^[a-z_][a-z0-9_]*$`)
	aName  = regexp.MustCompile(`^[a-z_][a-z0-9_]*$`)
	header = regexp.MustCompile(`(?s)^-- reads: ([a-z0-9_, ]+)\n-- writes: (\w+)( \([^)]+\))?\n-- why: `)
)

func TestSQLKeepsToTheSubset(t *testing.T) {
	names := stepFiles(t)
	if len(names) < 50 {
		t.Fatalf("found %d steps, wanted all of them", len(names))
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		must(t, err)
		for _, complaint := range lint(name, string(text)) {
			t.Errorf("%s: %s", name, complaint)
		}
	}
}

// stepFiles lists every SQL file of the stage.
func stepFiles(t *testing.T) []string {
	var names []string
	must(t, fs.WalkDir(os.DirFS("."), ".", func(p string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(p, ".sql") {
			names = append(names, p)
		}
		return err
	}))
	return names
}

// lint lists what is wrong with one step.
func lint(name, text string) []string {
	var found []string
	say := func(format string, args ...any) { found = append(found, fmt.Sprintf(format, args...)) }
	head := header.FindStringSubmatch(text)
	if head == nil {
		say("wanted the lines `-- reads:`, `-- writes:` with the grain, `-- why:` on top")
		return found
	}
	body := regexp.MustCompile(`(?m)--.*$`).ReplaceAllString(text, "")
	tokens := token.FindAllString(body, -1)
	lintStart(path.Base(name), head[2], tokens, say)
	lintTables(head[1], tokens, say)
	for i, tok := range tokens {
		lintToken(tokens, i, tok, say)
	}
	return found
}

type complain func(format string, args ...any)

// lintStart holds the file's name, its header and its statement together.
func lintStart(file, writes string, tokens []string, say complain) {
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

// lintTables holds the tables that are read against `-- reads:`.
func lintTables(reads string, tokens []string, say complain) {
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

// lintToken looks at one token and its neighbours.
func lintToken(tokens []string, i int, tok string, say complain) {
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
	case tok == "cross" && !slices.Contains(oneRow, at(2)):
		say("`cross join %s`: only a table of one row", at(2))
	case tok == "all" && at(-1) != "union":
		say("`all` belongs to union only")
	case tok == "union" && at(1) != "all":
		say("`union` without all")
	case tok == "sum" && at(-2) != "cast" && at(-4) != "cast" && !inDifference(tokens, i):
		say("`sum`: cast it to bigint, DuckDB's sum is wider")
	case tok == "as" && inCast(tokens, i) && !slices.Contains(types, at(1)):
		say("`cast ... as %s` is outside the subset", at(1))
	case tok == "order" && at(1) == "by":
		lintOrder(tokens[i+2:], say)
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

// lintOrder wants nulls first or nulls last behind every term of an ordering.
func lintOrder(tokens []string, say complain) {
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

// TestLintRefuses shows that each rule of the lint bites.
func TestLintRefuses(t *testing.T) {
	const top = "-- reads: a\n-- writes: x (one row)\n-- why: y.\n"
	for _, bad := range []string{
		"create table x as select a.b::bigint as b from a as a", "create table x as select a.b // 2 as b from a as a",
		"create table x as select a.b / 2 as b from a as a", "create table x as select * exclude (b) from a as a",
		"create table x as select a.b as b from a as a qualify 1 < 2", "create table x as select list(a.b) as b from a as a",
		"create table x as select array_agg(a.b) as b from a as a", "create table x as select any_value(a.b) as b from a as a",
		"create table x as select first(a.b) as b from a as a", "create table x as select now() as b from a as a",
		"create table x as select regexp_matches(a.b, 'x') as b from a as a", "create table x as select count(*) as n from a as a group by all",
		"create table x as select row_number() over (order by a.b) as n from a as a", "create table x as select a.b as b from a as a where a.b not in (1)",
		"create table x as select a.b as b from a a", "create table x as select sum(a.b) as b from a as a",
		"create table x as select cast(a.b as double) as b from a as a", "create table x as select distinct a.b as b from a as a",
		"create table x as select a.b as b from a as a cross join a as c", "create table x as select a.b as b from a as a order by a.b nulls first",
		"create table x as select a.b as b from a as a union select a.b as b from a as a", "create table y as select a.b as b from a as a",
		"create table x as select c.b as b from c as c", `create table x as select "b" as b from a as a`, "create table x as SELECT a.b as b from a as a",
		"create table x as select a.b as b from a as a where a.b > 1", "select a.b as b from a as a", `create table x as select 'a\n' as b from a as a`,
	} {
		if len(lint("sql/10_x.sql", top+bad)) == 0 {
			t.Errorf("let through: %s", bad)
		}
	}
	if len(lint("sql/10_x.sql", "create table x as select a.b as b from a as a")) == 0 {
		t.Error("let through a step without its header")
	}
	if found := lint("sql/10_x.sql", top+"create table x as select a.b as b from a as a"); len(found) > 0 {
		t.Errorf("refused a good step: %v", found)
	}
}
