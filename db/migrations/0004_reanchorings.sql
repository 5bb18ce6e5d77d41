-- What became of citations whose version was read again or superseded.
-- A reading is one parse of a version's bytes. Passage ids, block ids and character ranges mean something in theirs only.

alter table versions add column reading int not null default 1 check (reading > 0);
-- When it was read last; null as long as that was at its ingest.
alter table versions add column read_at timestamptz;

-- The reading that a citation was made from; 0 when that reading was gone before the answer was stored.
alter table citations add column reading int not null default 1 check (reading >= 0);
alter table citations add column version_id uuid not null
    generated always as (split_part(passage_id, ':', 1)::uuid) stored;
create index on citations (tenant_id, version_id);

-- Where a citation's words stand in `reading` of `target_version`: its own version read again, or a newer one.
-- `cited` describes the words as they stood in the reading that was cited, which nothing else keeps once it is gone.
create table reanchorings (
    tenant_id uuid not null default current_tenant(),
    answer_id uuid not null,
    claim_number int not null,
    citation_id text not null,
    target_version uuid not null,
    target_reading int not null check (target_reading > 0),
    parser_version text not null,
    render_version text not null,
    outcome text not null,
    places jsonb not null,
    detail jsonb not null,
    cited jsonb not null,
    created_at timestamptz not null default now(),
    primary key (tenant_id, answer_id, claim_number, citation_id, target_version, target_reading),
    foreign key (tenant_id, answer_id, claim_number, citation_id) references citations on delete cascade,
    foreign key (tenant_id, target_version) references versions on delete cascade
);
create index on reanchorings (tenant_id, target_version);

-- The parsers and renderers that read filings here now, one row a media type: a version that others read can be read
-- again. HTML has two renderings, of which a filing gets one.
create table readers (
    tenant_id uuid not null default current_tenant() references tenants on delete cascade,
    media_type text not null,
    parser_version text not null,
    render_versions text[] not null,
    since timestamptz not null default now(),
    primary key (tenant_id, media_type)
);

call protect('reanchorings');
call protect('readers');
