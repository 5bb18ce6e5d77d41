-- The user of an installation without sign-in was called "You", which is somebody else to each of several reviewers.
alter table users no force row level security;
update users set name = 'Local user'
where tenant_id = '00000000-0000-0000-0000-000000000001' and id = '00000000-0000-0000-0000-000000000002' and name = 'You';
alter table users force row level security;
