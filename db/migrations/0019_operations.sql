-- What a user has used of an allowance lately, so that several instances of the app agree on it. A row is a fact: who
-- began something, when, and how much of it; it goes when its window has passed.

create table allowance_uses (
    tenant_id uuid not null default current_tenant(),
    id uuid not null default gen_random_uuid(),
    user_id uuid not null,
    kind text not null check (kind in ('questions', 'files', 'uploaded')),
    amount bigint not null check (amount > 0),
    used_at timestamptz not null default clock_timestamp(),
    primary key (tenant_id, id),
    foreign key (tenant_id, user_id) references users on delete cascade
);
create index on allowance_uses (tenant_id, user_id, kind, used_at);

call protect('allowance_uses');

-- A running app looks whether a newer one has changed the schema under it. Names and checksums are nobody's secret.
grant usage on schema pincite_migrations to public;
grant select on pincite_migrations.applied to public;
