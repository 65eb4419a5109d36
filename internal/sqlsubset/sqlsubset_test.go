package sqlsubset

import "testing"

// TestCheckRefuses shows that each rule bites.
func TestCheckRefuses(t *testing.T) {
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
		if len(Check("sql/10_x.sql", top+bad)) == 0 {
			t.Errorf("let through: %s", bad)
		}
	}
	if len(Check("sql/10_x.sql", "create table x as select a.b as b from a as a")) == 0 {
		t.Error("let through a step without its header")
	}
	if found := Check("sql/10_x.sql", top+"create table x as select a.b as b from a as a"); len(found) > 0 {
		t.Errorf("refused a good step: %v", found)
	}
}
