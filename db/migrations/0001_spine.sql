-- The chain from a document to a citation. Every table has its tenant and forced row-level security: without
-- `pincite.tenant_id` in the transaction there are no rows, for the owner of the tables too.
-- Keys begin with the tenant, so that no reference can point across tenants and no id betrays another's.

create schema if not exists pincite;

create function current_tenant() returns uuid
    language sql stable parallel safe
    return nullif(current_setting('pincite.tenant_id', true), '')::uuid;

-- Call once for each table, here and in every later migration.
create procedure protect(protected regclass)
    language plpgsql
as
$$
begin
    execute format('alter table %s enable row level security', protected);
    execute format('alter table %s force row level security', protected);
    -- The sub-select is evaluated once a statement, not once a row.
    execute format(
        'create policy own_tenant on %s '
        'using (tenant_id = (select nullif(current_setting(''pincite.tenant_id'', true), '''')::uuid)) '
        'with check (tenant_id = (select nullif(current_setting(''pincite.tenant_id'', true), '''')::uuid))',
        protected);
end
$$;

create table tenants (
    tenant_id uuid not null default current_tenant() primary key,
    name text not null,
    created_at timestamptz not null default now()
);

create table users (
    tenant_id uuid not null default current_tenant() references tenants on delete cascade,
    id uuid not null,
    name text not null,
    created_at timestamptz not null default now(),
    primary key (tenant_id, id)
);

-- Sources ---------------------------------------------------------------------------------------------

create table documents (
    tenant_id uuid not null default current_tenant() references tenants on delete cascade,
    id uuid not null,
    title text not null,
    title_source text not null,
    source_name text not null,
    restricted boolean not null default false,
    created_at timestamptz not null default now(),
    primary key (tenant_id, id)
);

create table document_grants (
    tenant_id uuid not null default current_tenant(),
    document_id uuid not null,
    user_id uuid not null,
    created_at timestamptz not null default now(),
    primary key (tenant_id, document_id, user_id),
    foreign key (tenant_id, document_id) references documents on delete cascade,
    foreign key (tenant_id, user_id) references users on delete cascade
);

create table versions (
    tenant_id uuid not null default current_tenant(),
    id uuid not null,
    document_id uuid not null,
    sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
    media_type text not null,
    byte_size bigint not null,
    page_count int not null check (page_count > 0),
    block_count int not null,
    passage_count int not null,
    title text not null,
    source_name text not null,
    render_version text not null,
    parser_version text not null,
    rendition_sha256 text check (rendition_sha256 ~ '^[0-9a-f]{64}$'),
    supersedes uuid,
    created_at timestamptz not null default now(),
    seconds double precision not null,
    primary key (tenant_id, id),
    unique (tenant_id, sha256),
    foreign key (tenant_id, document_id) references documents on delete cascade,
    foreign key (tenant_id, supersedes) references versions on delete set null (supersedes),
    check (supersedes <> id)
);
create index on versions (tenant_id, document_id);
create index on versions (tenant_id, supersedes);

-- Geometry is the effective box in PDF user space; sections of HTML and pages of text have none.
create table pages (
    tenant_id uuid not null default current_tenant(),
    version_id uuid not null,
    page_index int not null check (page_index >= 0),
    kind text not null,
    width double precision,
    height double precision,
    box_left double precision,
    box_bottom double precision,
    box_right double precision,
    box_top double precision,
    rotation int,
    label text,
    label_source text not null,
    text text not null,
    glyphs bytea,
    primary key (tenant_id, version_id, page_index),
    foreign key (tenant_id, version_id) references versions on delete cascade,
    check (num_nonnulls(width, height, box_left, box_bottom, box_right, box_top, rotation, glyphs) in (0, 8))
);
-- Float32 boxes hardly shrink, and unpacking them would cost each highlight.
alter table pages alter column glyphs set storage external;

create table tables (
    tenant_id uuid not null default current_tenant(),
    version_id uuid not null,
    ordinal int not null,
    columns jsonb not null,
    units jsonb not null,
    primary key (tenant_id, version_id, ordinal),
    foreign key (tenant_id, version_id) references versions on delete cascade
);

create table blocks (
    tenant_id uuid not null default current_tenant(),
    version_id uuid not null,
    page_index int not null,
    ordinal int not null,
    id text not null,
    kind text not null,
    char_start int not null,
    char_end int not null,
    section text,
    cells jsonb,
    table_ordinal int,
    primary key (tenant_id, version_id, page_index, ordinal),
    unique (tenant_id, version_id, id),
    foreign key (tenant_id, version_id, page_index) references pages on delete cascade,
    foreign key (tenant_id, version_id, table_ordinal) references tables on delete cascade,
    check (0 <= char_start and char_start < char_end)
);

create table passages (
    tenant_id uuid not null default current_tenant(),
    id text not null,
    version_id uuid not null,
    page_index int not null,
    ordinal int not null,
    char_start int not null,
    char_end int not null,
    first_block int not null,
    last_block int not null,
    text text not null,
    context text not null,
    lexemes tsvector not null generated always as
        (setweight(to_tsvector('english', text), 'A') || setweight(to_tsvector('english', context), 'C')) stored,
    embedding halfvec not null,
    embedding_model text not null,
    primary key (tenant_id, id),
    foreign key (tenant_id, version_id, page_index) references pages on delete cascade,
    check (0 <= char_start and char_start < char_end),
    check (id = version_id || ':' || page_index || ':' || ordinal)
);
create index on passages (tenant_id, version_id, page_index);
-- An exact search reads every embedding of the chosen versions: keep whole rows (2 to 3 kB) together and uncompressed
-- as long as they fit a page.
alter table passages set (toast_tuple_target = 8160);

-- The inverted index of a version: for each word its passages, in three arrays of one length, with BM25 weights. An
-- index on `lexemes` would not be used: under row-level security its operator may not run before the policy.
create table postings (
    tenant_id uuid not null default current_tenant(),
    version_id uuid not null,
    lexeme text not null,
    page_indexes int[] not null,
    ordinals int[] not null,
    weights real[] not null,
    primary key (tenant_id, version_id, lexeme),
    foreign key (tenant_id, version_id) references versions on delete cascade
);

-- Answers -------------------------------------------------------------------------------------------------
-- They outlive their sources: a passage is named, and what was read of it is kept, without a reference.

create table answers (
    tenant_id uuid not null default current_tenant(),
    id uuid not null,
    user_id uuid not null,
    question text not null,
    method text not null,
    model text,
    not_in_sources text,
    scope jsonb,
    created_at timestamptz not null,
    primary key (tenant_id, id),
    foreign key (tenant_id, user_id) references users on delete cascade
);
create index on answers (tenant_id, user_id, created_at desc);

create table packet_entries (
    tenant_id uuid not null default current_tenant(),
    answer_id uuid not null,
    handle text not null,
    rank int not null,
    passage_id text not null,
    title text not null,
    score double precision not null,
    char_start int not null,
    char_end int not null,
    first_block int not null,
    last_block int not null,
    text text not null,
    context text not null,
    primary key (tenant_id, answer_id, rank),
    unique (tenant_id, answer_id, handle),
    foreign key (tenant_id, answer_id) references answers on delete cascade
);

create table claims (
    tenant_id uuid not null default current_tenant(),
    answer_id uuid not null,
    number int not null check (number > 0),
    text text not null,
    calculation_id text,
    primary key (tenant_id, answer_id, number),
    foreign key (tenant_id, answer_id) references answers on delete cascade
);

create table citations (
    tenant_id uuid not null default current_tenant(),
    answer_id uuid not null,
    claim_number int not null,
    ordinal int not null,
    citation_id text not null,
    handle text not null,
    passage_id text not null,
    quote text not null,
    ranges jsonb not null,
    focus jsonb,
    primary key (tenant_id, answer_id, claim_number, citation_id),
    foreign key (tenant_id, answer_id, claim_number) references claims on delete cascade,
    foreign key (tenant_id, answer_id, handle) references packet_entries (tenant_id, answer_id, handle) on delete cascade
);
create index on citations (tenant_id, passage_id);

-- Of a citation, or (citation_id null) of its whole claim. The newest of a kind and checker counts.
create table checks (
    tenant_id uuid not null default current_tenant(),
    id bigint generated always as identity,
    answer_id uuid not null,
    claim_number int not null,
    citation_id text,
    kind text not null,
    outcome text not null,
    detail text not null,
    checker text not null,
    created_at timestamptz not null default now(),
    primary key (tenant_id, id),
    foreign key (tenant_id, answer_id, claim_number) references claims on delete cascade,
    foreign key (tenant_id, answer_id, claim_number, citation_id) references citations on delete cascade
);
create index on checks (tenant_id, answer_id, claim_number);

-- Ingests -------------------------------------------------------------------------------------------------

create table ingests (
    tenant_id uuid not null default current_tenant() references tenants on delete cascade,
    id uuid not null,
    source_name text not null,
    path text not null,
    sha256 text,
    supersedes uuid,
    started_at timestamptz not null default now(),
    heartbeat_at timestamptz,
    finished_at timestamptz,
    stage text,
    done int not null default 0,
    total int not null default 0,
    version_id uuid,
    error_type text,
    error_message text,
    cancel_requested boolean not null default false,
    primary key (tenant_id, id),
    foreign key (tenant_id, version_id) references versions on delete cascade
);
create index on ingests (tenant_id, started_at desc);

-- Derived, never stored: a worker that was killed cannot write that it was.
create function ingest_state(ingest ingests) returns text
    language sql stable
    return case
        when ingest.version_id is not null then 'ready'
        when ingest.finished_at is not null and ingest.cancel_requested then 'cancelled'
        when ingest.error_type is not null then 'failed'
        when ingest.heartbeat_at is null and not ingest.cancel_requested then 'queued'
        when ingest.heartbeat_at is null then 'cancelled'
        when ingest.heartbeat_at < clock_timestamp() - interval '30 seconds' then 'interrupted'
        else 'running'
    end;

call protect('tenants');
call protect('users');
call protect('documents');
call protect('document_grants');
call protect('versions');
call protect('pages');
call protect('tables');
call protect('blocks');
call protect('passages');
call protect('postings');
call protect('answers');
call protect('packet_entries');
call protect('claims');
call protect('citations');
call protect('checks');
call protect('ingests');
