-- Append-only, like the tables before: every change of a written row is refused.

create trigger payee_account_no_update before update on payee_account
begin
  select raise(abort, 'payee_account is append-only: write a new row');
end;

create trigger payee_account_no_delete before delete on payee_account
begin
  select raise(abort, 'payee_account is append-only: rows stay for ever');
end;

create trigger batch_no_update before update on batch
begin
  select raise(abort, 'batch is append-only: write a new row');
end;

create trigger batch_no_delete before delete on batch
begin
  select raise(abort, 'batch is append-only: rows stay for ever');
end;

create trigger batch_complete_no_update before update on batch_complete
begin
  select raise(abort, 'batch_complete is append-only: write a new row');
end;

create trigger batch_complete_no_delete before delete on batch_complete
begin
  select raise(abort, 'batch_complete is append-only: rows stay for ever');
end;

create trigger batch_discarded_no_update before update on batch_discarded
begin
  select raise(abort, 'batch_discarded is append-only: write a new row');
end;

create trigger batch_discarded_no_delete before delete on batch_discarded
begin
  select raise(abort, 'batch_discarded is append-only: rows stay for ever');
end;

create trigger batch_reported_no_update before update on batch_reported
begin
  select raise(abort, 'batch_reported is append-only: write a new row');
end;

create trigger batch_reported_no_delete before delete on batch_reported
begin
  select raise(abort, 'batch_reported is append-only: rows stay for ever');
end;

create trigger payout_no_update before update on payout
begin
  select raise(abort, 'payout is append-only: write a new row');
end;

create trigger payout_no_delete before delete on payout
begin
  select raise(abort, 'payout is append-only: rows stay for ever');
end;

create trigger payout_attempt_no_update before update on payout_attempt
begin
  select raise(abort, 'payout_attempt is append-only: write a new row');
end;

create trigger payout_attempt_no_delete before delete on payout_attempt
begin
  select raise(abort, 'payout_attempt is append-only: rows stay for ever');
end;

create trigger posting_no_update before update on posting
begin
  select raise(abort, 'posting is append-only: write a new row');
end;

create trigger posting_no_delete before delete on posting
begin
  select raise(abort, 'posting is append-only: rows stay for ever');
end;

create trigger skip_no_update before update on skip
begin
  select raise(abort, 'skip is append-only: write a new row');
end;

create trigger skip_no_delete before delete on skip
begin
  select raise(abort, 'skip is append-only: rows stay for ever');
end;

create trigger payout_event_no_update before update on payout_event
begin
  select raise(abort, 'payout_event is append-only: write a new row');
end;

create trigger payout_event_no_delete before delete on payout_event
begin
  select raise(abort, 'payout_event is append-only: rows stay for ever');
end;

create trigger destination_no_update before update on destination
begin
  select raise(abort, 'destination is append-only: write a new row');
end;

create trigger destination_no_delete before delete on destination
begin
  select raise(abort, 'destination is append-only: rows stay for ever');
end;

create trigger approval_no_update before update on approval
begin
  select raise(abort, 'approval is append-only: write a new row');
end;

create trigger approval_no_delete before delete on approval
begin
  select raise(abort, 'approval is append-only: rows stay for ever');
end;

create trigger approval_item_no_update before update on approval_item
begin
  select raise(abort, 'approval_item is append-only: write a new row');
end;

create trigger approval_item_no_delete before delete on approval_item
begin
  select raise(abort, 'approval_item is append-only: rows stay for ever');
end;

create trigger submission_no_update before update on submission
begin
  select raise(abort, 'submission is append-only: write a new row');
end;

create trigger submission_no_delete before delete on submission
begin
  select raise(abort, 'submission is append-only: rows stay for ever');
end;

create trigger submission_item_no_update before update on submission_item
begin
  select raise(abort, 'submission_item is append-only: write a new row');
end;

create trigger submission_item_no_delete before delete on submission_item
begin
  select raise(abort, 'submission_item is append-only: rows stay for ever');
end;

create trigger submission_mark_no_update before update on submission_mark
begin
  select raise(abort, 'submission_mark is append-only: write a new row');
end;

create trigger submission_mark_no_delete before delete on submission_mark
begin
  select raise(abort, 'submission_mark is append-only: rows stay for ever');
end;

create trigger status_file_no_update before update on status_file
begin
  select raise(abort, 'status_file is append-only: write a new row');
end;

create trigger status_file_no_delete before delete on status_file
begin
  select raise(abort, 'status_file is append-only: rows stay for ever');
end;

create trigger payout_exception_no_update before update on payout_exception
begin
  select raise(abort, 'payout_exception is append-only: write a new row');
end;

create trigger payout_exception_no_delete before delete on payout_exception
begin
  select raise(abort, 'payout_exception is append-only: rows stay for ever');
end;

create trigger restated_accepted_no_update before update on restated_accepted
begin
  select raise(abort, 'restated_accepted is append-only: write a new row');
end;

create trigger restated_accepted_no_delete before delete on restated_accepted
begin
  select raise(abort, 'restated_accepted is append-only: rows stay for ever');
end;
