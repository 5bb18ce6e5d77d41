-- Finding the right filing, then the right page: what each filing is, what its pages are, and how a question came to its
-- packet.

-- The cover as its filing says it, one for each version. What an analyst says of it stands beside, the newest of a field
-- counts, and reading the version again leaves it.
create table covers (
    tenant_id uuid not null default current_tenant(),
    version_id uuid not null,
    as_read jsonb not null,
    primary key (tenant_id, version_id),
    foreign key (tenant_id, version_id) references versions on delete cascade
);

-- `value` is the field as the cover's JSON has it, or null for "as it was read".
create table cover_edits (
    tenant_id uuid not null default current_tenant(),
    id bigint generated always as identity,
    version_id uuid not null,
    field text not null,
    value jsonb,
    user_id uuid not null,
    created_at timestamptz not null default now(),
    primary key (tenant_id, id),
    foreign key (tenant_id, version_id) references versions on delete cascade,
    foreign key (tenant_id, user_id) references users on delete cascade
);
create index on cover_edits (tenant_id, version_id, field, id);

create table page_parts (
    tenant_id uuid not null default current_tenant(),
    version_id uuid not null,
    page_index int not null,
    part text not null,
    title text not null,
    strength real not null check (strength > 0 and strength <= 1),
    primary key (tenant_id, version_id, page_index, part),
    foreign key (tenant_id, version_id, page_index) references pages on delete cascade
);

-- The labels of a page's table rows that have a figure, one a line: the ordinal of its block, a tab, its folded words.
create table row_labels (
    tenant_id uuid not null default current_tenant(),
    version_id uuid not null,
    page_index int not null,
    labels text not null,
    primary key (tenant_id, version_id, page_index),
    foreign key (tenant_id, version_id, page_index) references pages on delete cascade
);

-- How a question came to its packet.
alter table answers add column trace jsonb;

call protect('covers');
call protect('cover_edits');
call protect('page_parts');
call protect('row_labels');
