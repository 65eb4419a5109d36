-- reads: balance, payee_fault, payee_hold, hold_note, restated_note, currency_rule, rule_word, payee, in_part
-- writes: verdict (one row per account that this part may pay: the first reason not to, or '')
-- why: the fixed order: what payee_fault found, then money. An open break is the reason
-- when what is held stands between the balance and the minimum. Nobody is paid
-- nothing, so a minimum below 1 is 1. Review comes last: such a payout is made.
create table verdict as
with paid as (
  select i.payee as payee, i.currency as currency
  from in_part as i
  group by i.payee, i.currency
),
joined as (
  select
    b.payee as payee,
    b.currency as currency,
    b.available_minor as available_minor,
    b.held_minor as held_minor,
    f.reason as fault,
    f.detail as fault_detail,
    case when r.minimum_minor < 1 then 1 else r.minimum_minor end as minimum_minor,
    w.minimum as minimum,
    w.maximum as maximum,
    coalesce(r.maximum_minor < b.available_minor, false) as is_over,
    substr(p.order_ref, 1, 64) as held_order_ref,
    p.reason as held_reason,
    p.reconciliation as held_reconciliation,
    coalesce(h.detail, '') as held_detail,
    coalesce(s.detail, '') as restated_detail,
    case when substr(e.rail_refusal, 1, 7) = 'review:' then trim(substr(e.rail_refusal, 8)) else '' end as rail_detail
  from balance as b
  join payee_fault as f on f.payee = b.payee and f.currency = b.currency
  left join paid as i on i.payee = b.payee and i.currency = b.currency
  left join currency_rule as r on r.currency = b.currency
  left join rule_word as w on w.currency = b.currency
  left join payee_hold as p on p.payee = b.payee and p.currency = b.currency
  left join hold_note as h on h.payee = b.payee and h.currency = b.currency
  left join restated_note as s on s.payee = b.payee and s.currency = b.currency
  left join payee as e on e.payee = b.payee and e.currency = b.currency
  where i.payee is null
),
reviewed as (
  select
    j.*,
    case when j.is_over then 'above the maximum of ' || j.maximum else '' end
      || case when j.is_over and j.restated_detail <> '' then '; ' else '' end
      || j.restated_detail
      || case when (j.is_over or j.restated_detail <> '') and j.rail_detail <> '' then '; ' else '' end
      || j.rail_detail as why
  from joined as j
),
judged as (
  select
    j.*,
    case
      when j.fault <> '' then j.fault
      when j.held_order_ref is not null then 'open_break'
      when j.available_minor < j.minimum_minor and j.minimum_minor <= j.available_minor + j.held_minor then 'open_break'
      when j.available_minor < 0 then 'negative'
      when j.available_minor = 0 then 'zero'
      when j.available_minor < j.minimum_minor then 'minimum'
      when j.why <> '' then 'review'
      else ''
    end as reason
  from reviewed as j
)
select
  j.payee as payee,
  j.currency as currency,
  j.available_minor as available_minor,
  j.reason as reason,
  case
    when j.fault <> '' then j.fault_detail
    when j.reason = 'open_break' and j.held_order_ref is not null then
      'order ' || j.held_order_ref || ', open break ' || j.held_reason || ' in ' || j.held_reconciliation
    when j.reason = 'open_break' then j.held_detail
    when j.reason = 'negative' then 'the payee owes; the balance is carried over'
    when j.reason = 'zero' then 'nothing is owed'
    when j.reason = 'minimum' then 'below the minimum of ' || j.minimum || '; the balance is carried over'
    when j.reason = 'review' then j.why
    else ''
  end as detail
from judged as j
