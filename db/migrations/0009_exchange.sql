-- Reviewed answers that leave a library and come to another one.

-- Names this library among others: the local user of every installation has one and the same id.
alter table tenants add column origin uuid not null default gen_random_uuid();

-- Of a reading that is not this library's: 0, as with citations.
alter table annotations drop constraint annotations_reading_check;
alter table annotations add constraint annotations_reading_check check (reading >= 0);

-- Answers that were imported: from where, and what their export said of the filings and of each citation's place ("1:E2"),
-- because of a filing that is not here nothing else knows it.
create table imported_answers (
    tenant_id uuid not null default current_tenant(),
    answer_id uuid not null,
    origin text not null,
    sources jsonb not null,
    places jsonb not null,
    imported_by uuid not null,
    imported_at timestamptz not null default now(),
    primary key (tenant_id, answer_id),
    foreign key (tenant_id, answer_id) references answers on delete cascade,
    foreign key (tenant_id, imported_by) references users on delete cascade
);

call protect('imported_answers');
