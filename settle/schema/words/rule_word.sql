-- writes: rule_word (one row per row of currency_rule: its amounts as people read them)
create table rule_word (
  currency varchar not null,
  minimum varchar not null,
  maximum varchar not null
);
