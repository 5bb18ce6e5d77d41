-- Ingests as jobs. The queue itself (which job a worker takes next, which worker lives) is Procrastinate's, in the schema
-- `procrastinate`; its jobs carry ids only. What a person sees of a job stands here, under the tenant.

alter table ingests rename column started_at to queued_at;
alter table ingests
    add column kind text not null default 'file' check (kind in ('file', 'samples', 'sample', 'reread')),
    add column user_id uuid,
    add column byte_size bigint,
    -- The run whose version this one takes the place of, when that version is not there yet.
    add column follows uuid,
    -- The version that is read again in place.
    add column reread uuid,
    add column job_id bigint,
    add column attempts int not null default 0,
    -- Who has it in hand; null while it waits, also when it was handed back.
    add column worker text,
    add column started_at timestamptz,
    -- The run's claim on the stored bytes: they go when their last claim and version have gone.
    add column keeps_bytes boolean not null default false,
    add foreign key (tenant_id, reread) references versions on delete cascade;

create index on ingests (tenant_id, sha256);
create index on ingests (tenant_id, queued_at) where finished_at is null;
create index on ingests (tenant_id, finished_at desc) where finished_at is not null;

-- Runs of before the queue have no job: whoever had them in hand is gone.
alter table ingests no force row level security;
update ingests
set finished_at = clock_timestamp(), error_type = 'IngestInterrupted',
    error_message = 'Pincite was updated before this file was read. Nothing of it was stored: add it again.'
where finished_at is null and version_id is null;
alter table ingests force row level security;

-- Derived, never stored: a worker that was killed cannot write that it was. `interrupted`: nobody has been heard of for
-- a while; the next worker takes the run up again.
create or replace function ingest_state(ingest ingests) returns text
    language sql stable
    return case
        when ingest.version_id is not null then 'ready'
        when ingest.finished_at is not null and ingest.cancel_requested then 'cancelled'
        when ingest.finished_at is not null then 'failed'
        when ingest.worker is null and ingest.cancel_requested then 'cancelled'
        when ingest.worker is null then 'queued'
        when ingest.heartbeat_at > clock_timestamp() - interval '10 seconds' then 'running'
        when ingest.cancel_requested then 'cancelled'
        else 'interrupted'
    end;

-- Finished pieces of a file that is still being read, so that a killed process costs one piece at most.
create table ingest_parts (
    tenant_id uuid not null default current_tenant() references tenants on delete cascade,
    sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
    parser_version text not null,
    kind text not null,
    first_page int not null check (first_page >= 0),
    payload bytea not null,
    created_at timestamptz not null default now(),
    primary key (tenant_id, sha256, parser_version, kind, first_page)
);

call protect('ingest_parts');
