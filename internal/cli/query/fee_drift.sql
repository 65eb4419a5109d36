-- title: What providers charge by day, in hundredths of a percent, beside the four weeks before
-- Rates are in hundredths of a percent of the gross; drift is now less usual.
with day_fee as (
  select
    f.date as date, f.reconciliation as reconciliation, f.source as source, f.account_last4 as account_last4, f.kind as kind, f.currency as currency,
    cast(sum(f.entries) as bigint) as entries, cast(sum(f.gross_minor) as bigint) as gross_minor, cast(sum(f.fee_minor) as bigint) as fee_minor
  from fee as f
  group by all
), beside as (
  select
    d.*,
    sum(d.gross_minor) over usual as usual_gross,
    sum(d.fee_minor) over usual as usual_fee
  from day_fee as d
  window usual as (partition by d.reconciliation, d.source, d.account_last4, d.kind, d.currency order by d.date range between interval 28 days preceding and interval 1 day preceding)
)
select
  b.date as date, b.reconciliation as reconciliation, b.source as source, b.account_last4 as account_last4, b.kind as kind, b.currency as currency,
  b.entries as entries, b.gross_minor as gross_minor, b.fee_minor as fee_minor,
  round(0 - 10000 * b.fee_minor / nullif(b.gross_minor, 0), 2) as rate,
  round(0 - 10000 * b.usual_fee / nullif(b.usual_gross, 0), 2) as usual_rate,
  round(0 - 10000 * b.fee_minor / nullif(b.gross_minor, 0) + 10000 * b.usual_fee / nullif(b.usual_gross, 0), 2) as drift
from beside as b
where b.date between cast($from as date) and cast($to as date)
order by b.date, b.reconciliation, b.source, b.account_last4, b.kind, b.currency
