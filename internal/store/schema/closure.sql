-- writes: closure (one row per decision of a person that is in effect today and was not applied before)
-- partner_break_id is '' but for manual_match; a greater decision_no is the later decision.
create table closure (
  decision_no bigint not null,
  break_id varchar not null,
  decision varchar not null,
  partner_break_id varchar not null,
  effective_on date not null,
  decided_by varchar not null
);
