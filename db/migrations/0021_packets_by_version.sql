-- Which answers rest on a filing, cited or not: their questions are not told to whoever may not read it.
alter table packet_entries add column version_id uuid not null
    generated always as (split_part(passage_id, ':', 1)::uuid) stored;
create index on packet_entries (tenant_id, version_id);
