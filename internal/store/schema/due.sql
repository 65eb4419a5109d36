-- writes: due (one row per source, kind and business date of a row that stayed open)
-- A row with occurred_at from window_from on (epoch microseconds) is due on due_on_late.
create table due (
  source varchar not null,
  kind varchar not null,
  business_date date not null,
  window_from bigint not null,
  due_on date not null,
  due_on_late date not null
);
