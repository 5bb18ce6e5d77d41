-- Answers that a model wrote: how it came to them, what it could not answer, what went wrong, and what its claims
-- compute. Everything that is counted over time stands with each check.

-- The parts of the question that the packet does not answer.
alter table answers add column unanswered text[] not null default '{}';
-- Why it ended early: {kind, message}.
alter table answers add column problem jsonb;
-- The versions of the prompts, tokens, seconds, requests; null where no model was asked.
alter table answers add column generation jsonb;

-- An answer is visible to who asked while it is written. What it is, is derived: finished, being written (somebody's
-- heart beats), or interrupted. `stage` is what is being done; a process that was killed cannot write that it was.
alter table answers add column finished_at timestamptz;
update answers set finished_at = created_at;
alter table answers add column stage text;
alter table answers add column heartbeat_at timestamptz;
alter table answers add column cancel_requested boolean not null default false;

create function is_interrupted(answer answers) returns boolean
    language sql stable
    return answer.finished_at is null
        and coalesce(answer.heartbeat_at, answer.created_at) < clock_timestamp() - interval '30 seconds';

-- What became of each figure of the text, in order, and the handles that were none of the packet's and were taken out.
alter table claims add column figures jsonb not null default '[]';
alter table claims add column removed jsonb not null default '[]';

-- `worked` is the whole calculation as it is exported: inputs with their evidence, result, interval.
create table calculations (
    tenant_id uuid not null default current_tenant(),
    answer_id uuid not null,
    id text not null,
    claim_number int not null,
    expression text not null,
    outcome text not null,
    worked jsonb not null,
    primary key (tenant_id, answer_id, id),
    foreign key (tenant_id, answer_id, claim_number) references claims on delete cascade
);

-- The kind of a failure, and what stood behind the check when it was made. A check of a whole claim names every parser
-- and renderer of what it cites.
alter table checks add column reason text;
alter table checks add column model text;
alter table checks add column prompt text;
alter table checks add column parser_version text;
alter table checks add column render_version text;
create index on checks (tenant_id, created_at);

call protect('calculations');
