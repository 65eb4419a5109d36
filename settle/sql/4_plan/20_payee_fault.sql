-- reads: account, currency_rule, payee, country_rule, cooling_word, settle_run
-- writes: payee_fault (one row per account: the first thing for which the payee is not paid, or '')
-- why: this is the part of the fixed order that does not look at money. A payee with rows
-- for other currencies only lacks a currency; one without any row a destination.
create table payee_fault as
with person as (
  select p.payee as payee, count(*) as currencies, min(p.currency) as currency
  from payee as p
  group by p.payee
),
open_country as (
  select c.country as country
  from country_rule as c
  group by c.country
),
joined as (
  select
    a.payee as payee,
    a.currency as currency,
    r.currency is not null as has_rule,
    n.payee is not null as has_person,
    n.currencies as currencies,
    n.currency as other_currency,
    p.payee is not null as has_row,
    coalesce(p.frozen, false) as frozen,
    coalesce(p.kyc, '') as kyc,
    coalesce(p.wrong, '') as wrong,
    case when substr(p.rail_refusal, 1, 7) = 'review:' then '' else coalesce(p.rail_refusal, '') end as refusal,
    coalesce(p.known and run.cooling_since < coalesce(p.seen_at, run.as_of), false) as is_cooling,
    coalesce(w.until, '') as cooling_until,
    coalesce(p.blocked, '') as blocked,
    coalesce(p.country, '') as country,
    o.country is not null or (select count(*) from country_rule as c) = 0 as has_country
  from account as a
  left join currency_rule as r on r.currency = a.currency
  left join person as n on n.payee = a.payee
  left join payee as p on p.payee = a.payee and p.currency = a.currency
  left join open_country as o on o.country = p.country
  cross join settle_run as run
  left join cooling_word as w on w.seen_at = coalesce(p.seen_at, run.as_of)
),
judged as (
  select
    j.*,
    case
      when not j.has_rule then 'no minimum'
      when j.has_person and not j.has_row then 'no row'
      when j.frozen then 'frozen'
      when j.kyc <> '' and j.kyc <> 'verified' then 'kyc'
      when not j.has_row then 'absent'
      when j.wrong <> '' then 'wrong'
      when j.refusal <> '' then 'refusal'
      when j.is_cooling then 'cooling'
      when j.blocked <> '' then 'blocked'
      when not j.has_country then 'country'
      else ''
    end as fault
  from joined as j
)
select
  j.payee as payee,
  j.currency as currency,
  case
    when j.fault in ('no minimum', 'no row') then 'currency'
    when j.fault in ('absent', 'wrong', 'refusal', 'cooling', 'blocked') then 'destination'
    else j.fault
  end as reason,
  case j.fault
    when 'no minimum' then 'no minimum is set for ' || j.currency
    when 'no row' then
      'the payee file has no row for ' || j.currency || case when j.currencies = 1 then ', only for ' || j.other_currency else '' end
    when 'frozen' then 'frozen in the payee file'
    when 'kyc' then 'identity check: ' || j.kyc
    when 'absent' then 'the payee is not in the payee file'
    when 'wrong' then 'destination: ' || j.wrong
    when 'refusal' then j.refusal
    when 'cooling' then 'the destination was changed; it waits until ' || j.cooling_until
    when 'blocked' then 'a payout to this destination failed with ' || j.blocked || '; the payee must correct it'
    when 'country' then
      case when j.country = '' then 'the payee file states no country' else substr(j.country, 1, 64) || ' is not among the countries that are paid to' end
    else ''
  end as detail
from judged as j
