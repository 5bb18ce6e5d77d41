-- Tagged facts of a version (inline XBRL). `display` is null when it is the same as `value`, as it is for most texts.
-- `first_page` and `last_page` span the pages that a fact stands on; null when it is not shown.

create table facts (
    tenant_id uuid not null default current_tenant(),
    version_id uuid not null,
    ordinal int not null check (ordinal >= 0),
    id text not null,
    concept text not null,
    display text,
    value text,
    unit text,
    scale int,
    negative boolean not null,
    decimals text,
    format text,
    nil boolean not null,
    period_start date,
    period_end date,
    dimensions jsonb not null,
    notes jsonb not null,
    places jsonb not null,
    first_page int,
    last_page int,
    primary key (tenant_id, version_id, ordinal),
    unique (tenant_id, version_id, id),
    foreign key (tenant_id, version_id) references versions on delete cascade,
    check (display is not null or value is not null),
    check (period_start <= period_end),
    check (first_page <= last_page)
);
-- Facts of a page, and the same concept in a version.
create index on facts (tenant_id, version_id, first_page, last_page);
create index on facts (tenant_id, version_id, concept);

call protect('facts');
