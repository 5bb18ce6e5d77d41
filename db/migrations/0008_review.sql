-- Reviewers: their verdicts on claims, the places that they mark, who is to judge what; the measurements over them; and
-- the library's collections and removals.

-- What a reviewer said of a claim. Nothing is overwritten: of a reviewer's verdicts in one role the newest that was not
-- withdrawn counts, and the others are its history. The id is made where the key was pressed, so that a verdict that is
-- sent twice is stored once. A checker's results stand in `checks` and are not touched.
create table verdicts (
    tenant_id uuid not null default current_tenant(),
    id uuid not null,
    answer_id uuid not null,
    claim_number int not null,
    reviewer_id uuid not null,
    role text not null check (role in ('reviewer', 'adjudicator')),
    verdict text not null,
    reason text,
    comment text not null default '',
    seconds double precision check (seconds >= 0),
    decided_at timestamptz not null,
    withdrawn_at timestamptz,
    -- Where it was imported from; null for one that was made here.
    origin text,
    recorded_at timestamptz not null default now(),
    primary key (tenant_id, id),
    foreign key (tenant_id, answer_id, claim_number) references claims on delete cascade,
    foreign key (tenant_id, reviewer_id) references users on delete cascade
);
create index on verdicts (tenant_id, answer_id, claim_number);
create index on verdicts (tenant_id, reviewer_id, decided_at);

-- Claims that a reviewer is to judge. Whoever is given a claim does not see what others say of it before judging.
create table assignments (
    tenant_id uuid not null default current_tenant(),
    answer_id uuid not null,
    claim_number int not null,
    reviewer_id uuid not null,
    role text not null check (role in ('reviewer', 'adjudicator')),
    assigned_by uuid not null,
    created_at timestamptz not null default now(),
    primary key (tenant_id, answer_id, claim_number, reviewer_id, role),
    foreign key (tenant_id, answer_id, claim_number) references claims on delete cascade,
    foreign key (tenant_id, reviewer_id) references users on delete cascade,
    foreign key (tenant_id, assigned_by) references users on delete cascade
);
create index on assignments (tenant_id, reviewer_id);

-- A review begins with what did not hold: few of many checks.
create index on checks (tenant_id, answer_id, claim_number) where outcome in ('failed', 'ambiguous');

-- A place that a reviewer marked as the right one for a claim: the chain from version to region as it was then. It
-- outlives its version, which is named without a reference: `cited` describes the words for any other reading.
-- `citation_id` is the citation that it corrects; null where it is evidence beside what was cited.
create table annotations (
    tenant_id uuid not null default current_tenant(),
    id uuid not null,
    verdict_id uuid not null,
    ordinal int not null,
    citation_id text,
    version_id uuid not null,
    sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
    media_type text not null,
    title text not null,
    reading int not null check (reading > 0),
    parser_version text not null,
    render_version text not null,
    passage_id text,
    page_index int not null check (page_index >= 0),
    page_label text,
    char_start int not null,
    char_end int not null,
    unit text not null,
    quote text not null,
    regions jsonb not null,
    spans jsonb not null,
    page_dimensions jsonb,
    cited jsonb not null,
    primary key (tenant_id, id),
    unique (tenant_id, verdict_id, ordinal),
    foreign key (tenant_id, verdict_id) references verdicts on delete cascade,
    check (0 <= char_start and char_start < char_end)
);
create index on annotations (tenant_id, version_id);
create index on annotations (tenant_id, sha256);

-- Where an annotation's words stand in another reading: of its own version read again, or of a newer one.
create table annotation_places (
    tenant_id uuid not null default current_tenant(),
    annotation_id uuid not null,
    target_version uuid not null,
    target_reading int not null check (target_reading > 0),
    parser_version text not null,
    render_version text not null,
    outcome text not null,
    places jsonb not null,
    detail jsonb not null,
    created_at timestamptz not null default now(),
    primary key (tenant_id, annotation_id, target_version, target_reading),
    foreign key (tenant_id, annotation_id) references annotations on delete cascade,
    foreign key (tenant_id, target_version) references versions on delete cascade
);
create index on annotation_places (tenant_id, target_version);

-- Measurements that were made with `pincite evaluate`. Two of the same layer and gold can be compared. `figures` are
-- counts with their totals, `report` the whole of it, `stands_on` the versions of everything that was measured.
create table evaluations (
    tenant_id uuid not null default current_tenant() references tenants on delete cascade,
    id uuid not null,
    layer text not null,
    measure text not null,
    gold_name text not null,
    gold_sha256 text,
    arguments jsonb not null default '{}',
    stands_on jsonb not null default '{}',
    figures jsonb not null,
    report jsonb not null,
    created_at timestamptz not null default now(),
    seconds double precision not null,
    primary key (tenant_id, id)
);
create index on evaluations (tenant_id, measure, gold_name, created_at desc);

-- The cases behind a measurement's figures. `figure` names the figure, `address` leads to the evidence where one does;
-- `score` is what the case contributes (1 right, 0 wrong, an overlap, seconds): two runs are compared case by case.
create table evaluation_cases (
    tenant_id uuid not null default current_tenant(),
    evaluation_id uuid not null,
    ordinal int not null,
    figure text not null,
    case_id text not null,
    outcome text not null,
    score double precision,
    words text not null,
    address jsonb,
    primary key (tenant_id, evaluation_id, ordinal),
    foreign key (tenant_id, evaluation_id) references evaluations on delete cascade
);
create index on evaluation_cases (tenant_id, evaluation_id, figure);

-- The share of failures of a layer from which on the Quality page speaks up; the newest of a layer counts.
create table thresholds (
    tenant_id uuid not null default current_tenant() references tenants on delete cascade,
    id bigint generated always as identity,
    layer text not null,
    rate double precision not null check (rate between 0 and 1),
    user_id uuid not null,
    created_at timestamptz not null default now(),
    primary key (tenant_id, id),
    foreign key (tenant_id, user_id) references users on delete cascade
);

create table collections (
    tenant_id uuid not null default current_tenant() references tenants on delete cascade,
    id uuid not null,
    name text not null check (name <> ''),
    created_by uuid not null,
    created_at timestamptz not null default now(),
    primary key (tenant_id, id),
    foreign key (tenant_id, created_by) references users on delete cascade
);
create unique index collections_by_name on collections (tenant_id, lower(name));

create table collection_documents (
    tenant_id uuid not null default current_tenant(),
    collection_id uuid not null,
    document_id uuid not null,
    added_at timestamptz not null default now(),
    primary key (tenant_id, collection_id, document_id),
    foreign key (tenant_id, collection_id) references collections on delete cascade,
    foreign key (tenant_id, document_id) references documents on delete cascade
);
create index on collection_documents (tenant_id, document_id);

-- Filings that were removed: what they were, who did it, and what was told of the consequences before.
create table removals (
    tenant_id uuid not null default current_tenant() references tenants on delete cascade,
    id uuid not null,
    document_id uuid not null,
    title text not null,
    versions jsonb not null,
    consequences jsonb not null,
    user_id uuid not null,
    created_at timestamptz not null default now(),
    primary key (tenant_id, id),
    foreign key (tenant_id, user_id) references users on delete cascade
);

-- A run outlives what it stored: the history of a filing that was removed stays.
alter table ingests add column removed_at timestamptz;
-- What read it; null for a run that read nothing, and for one of before whose version has been read again since.
alter table ingests add column parser_version text;
alter table ingests no force row level security;
alter table versions no force row level security;
update ingests i set parser_version = v.parser_version
from versions v where v.tenant_id = i.tenant_id and v.id = i.version_id and v.reading = 1 and i.kind <> 'reread';
alter table versions force row level security;
alter table ingests force row level security;
alter table ingests drop constraint ingests_tenant_id_version_id_fkey;
alter table ingests drop constraint ingests_tenant_id_reread_fkey;
alter table ingests
    add foreign key (tenant_id, version_id) references versions on delete set null (version_id),
    add foreign key (tenant_id, reread) references versions on delete set null (reread);
create index on ingests (tenant_id, version_id);
create index on ingests (tenant_id, reread);

create or replace function ingest_state(ingest ingests) returns text
    language sql stable
    return case
        when ingest.removed_at is not null then 'removed'
        when ingest.version_id is not null then 'ready'
        when ingest.finished_at is not null and ingest.cancel_requested then 'cancelled'
        when ingest.finished_at is not null then 'failed'
        when ingest.worker is null and ingest.cancel_requested then 'cancelled'
        when ingest.worker is null then 'queued'
        when ingest.heartbeat_at > clock_timestamp() - interval '10 seconds' then 'running'
        when ingest.cancel_requested then 'cancelled'
        else 'interrupted'
    end;

call protect('verdicts');
call protect('assignments');
call protect('annotations');
call protect('annotation_places');
call protect('evaluations');
call protect('evaluation_cases');
call protect('thresholds');
call protect('collections');
call protect('collection_documents');
call protect('removals');
