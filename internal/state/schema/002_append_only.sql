-- SQLite's own words for append-only: every change of a written row is refused.

create trigger run_no_update before update on run
begin
  select raise(abort, 'run is append-only: write a new row');
end;

create trigger run_no_delete before delete on run
begin
  select raise(abort, 'run is append-only: rows stay for ever');
end;

create trigger run_end_no_update before update on run_end
begin
  select raise(abort, 'run_end is append-only: write a new row');
end;

create trigger run_end_no_delete before delete on run_end
begin
  select raise(abort, 'run_end is append-only: rows stay for ever');
end;

create trigger raw_file_no_update before update on raw_file
begin
  select raise(abort, 'raw_file is append-only: write a new row');
end;

create trigger raw_file_no_delete before delete on raw_file
begin
  select raise(abort, 'raw_file is append-only: rows stay for ever');
end;

create trigger statement_no_update before update on statement
begin
  select raise(abort, 'statement is append-only: write a new row');
end;

create trigger statement_no_delete before delete on statement
begin
  select raise(abort, 'statement is append-only: rows stay for ever');
end;

create trigger day_no_update before update on day
begin
  select raise(abort, 'day is append-only: write a new row');
end;

create trigger day_no_delete before delete on day
begin
  select raise(abort, 'day is append-only: rows stay for ever');
end;

create trigger manifest_no_update before update on manifest
begin
  select raise(abort, 'manifest is append-only: write a new row');
end;

create trigger manifest_no_delete before delete on manifest
begin
  select raise(abort, 'manifest is append-only: rows stay for ever');
end;

create trigger published_no_update before update on published
begin
  select raise(abort, 'published is append-only: write a new row');
end;

create trigger published_no_delete before delete on published
begin
  select raise(abort, 'published is append-only: rows stay for ever');
end;

create trigger attempt_no_update before update on attempt
begin
  select raise(abort, 'attempt is append-only: write a new row');
end;

create trigger attempt_no_delete before delete on attempt
begin
  select raise(abort, 'attempt is append-only: rows stay for ever');
end;

create trigger decision_no_update before update on decision
begin
  select raise(abort, 'decision is append-only: write a new row');
end;

create trigger decision_no_delete before delete on decision
begin
  select raise(abort, 'decision is append-only: rows stay for ever');
end;

create trigger reaffirmed_no_update before update on reaffirmed
begin
  select raise(abort, 'reaffirmed is append-only: write a new row');
end;

create trigger reaffirmed_no_delete before delete on reaffirmed
begin
  select raise(abort, 'reaffirmed is append-only: rows stay for ever');
end;
