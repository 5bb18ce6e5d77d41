-- Who may come in and what they may see: members with roles, sign-ins, collections with members of their own, and the
-- record of who opened and changed what.

-- A user of the tenant who may come in. `email` is what an invitation was sent to, in small letters; `issuer` and
-- `subject` are the identity that accepted it, once and for good. A membership that ended stays as a row, so that the
-- record of what its user did keeps its meaning.
create table memberships (
    tenant_id uuid not null default current_tenant(),
    user_id uuid not null,
    role text not null check (role in ('analyst', 'reviewer', 'admin')),
    email text not null check (email <> '' and email = lower(email)),
    issuer text,
    subject text,
    invited_by uuid,
    created_at timestamptz not null default now(),
    accepted_at timestamptz,
    ended_at timestamptz,
    primary key (tenant_id, user_id),
    foreign key (tenant_id, user_id) references users on delete cascade,
    check (num_nonnulls(issuer, subject, accepted_at) in (0, 3))
);
create unique index memberships_by_email on memberships (tenant_id, email) where ended_at is null;
create unique index memberships_by_identity on memberships (tenant_id, issuer, subject) where ended_at is null;
create index on memberships (issuer, subject);
create index on memberships (email);

call protect('memberships');
-- Before a tenant is known, whoever has proved an identity sees the memberships of that identity, and invitations to the
-- address that its issuer vouches for. Both settings hold for one transaction, as the tenant does.
create policy own_identity on memberships for select using (
    ended_at is null
    and (
        (issuer = nullif(current_setting('pincite.issuer', true), '')
         and subject = nullif(current_setting('pincite.subject', true), ''))
        or (subject is null and email = nullif(current_setting('pincite.email', true), ''))
    )
);

-- A login of a member. `id` is made from what the issuer said of the login, so that a cookie that is played again after
-- the sign-out names a sign-in that has ended.
create table sign_ins (
    tenant_id uuid not null default current_tenant(),
    id uuid not null,
    user_id uuid not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    seen_at timestamptz not null default now(),
    ended_at timestamptz,
    primary key (tenant_id, id),
    foreign key (tenant_id, user_id) references memberships on delete cascade,
    check (expires_at > created_at)
);
create index on sign_ins (tenant_id, user_id);

-- A closed collection's filings are for its members only.
alter table collections add column is_closed boolean not null default false;

create table collection_members (
    tenant_id uuid not null default current_tenant(),
    collection_id uuid not null,
    user_id uuid not null,
    added_by uuid not null,
    added_at timestamptz not null default now(),
    primary key (tenant_id, collection_id, user_id),
    foreign key (tenant_id, collection_id) references collections on delete cascade,
    foreign key (tenant_id, user_id) references users on delete cascade
);
create index on collection_members (tenant_id, user_id);

-- Who was sent which evidence, or was refused it: one row a user, thing, kind and span of time. It refers to nothing, so
-- that it outlives what was opened.
create table openings (
    tenant_id uuid not null default current_tenant() references tenants on delete cascade,
    user_id uuid not null,
    kind text not null,
    outcome text not null check (outcome in ('opened', 'ahead', 'denied')),
    answer_id uuid,
    version_id uuid,
    document_id uuid,
    page_index int,
    span timestamptz not null,
    opened_at timestamptz not null default now(),
    unique nulls not distinct (tenant_id, user_id, kind, outcome, answer_id, version_id, document_id, page_index, span)
);
create index on openings (tenant_id, opened_at desc);
create index on openings (tenant_id, document_id, opened_at desc);
create index on openings (tenant_id, user_id, opened_at desc);

-- Who changed whose access: a role, a membership, a collection's members or filings, a grant.
create table access_changes (
    tenant_id uuid not null default current_tenant() references tenants on delete cascade,
    id bigint generated always as identity,
    user_id uuid not null,
    action text not null,
    subject jsonb not null,
    changed_at timestamptz not null default now(),
    primary key (tenant_id, id)
);
create index on access_changes (tenant_id, changed_at desc);

call protect('sign_ins');
call protect('collection_members');
call protect('openings');
call protect('access_changes');
