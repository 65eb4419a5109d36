-- writes: country_rule (one row per country that is paid to; none: any country)
create table country_rule (
  country varchar not null
);
