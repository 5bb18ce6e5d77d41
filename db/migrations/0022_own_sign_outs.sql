-- Whether it was the member who ended a sign-in: that ends their login in every workspace of theirs, and what an admin
-- of one workspace ends is over in that one.
alter table sign_ins add column is_signed_out boolean not null default false;
alter table sign_ins add check (not is_signed_out or ended_at is not null);
