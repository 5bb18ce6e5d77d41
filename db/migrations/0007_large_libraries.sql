-- Searching libraries of a thousand filings and more: vectors in rows of their own, sketches of them for searches that
-- are too wide to compare every vector, and for each word of a version how many passages hold it and how much the best
-- says by it.

-- Comparing the vectors of 60 filings read 450 MB of passages, texts and word lists included; these rows are 36 MB.
create table passage_vectors (
    tenant_id uuid not null default current_tenant(),
    version_id uuid not null,
    page_index int not null,
    ordinal int not null,
    model text not null,
    embedding halfvec not null,
    primary key (tenant_id, version_id, page_index, ordinal),
    foreign key (tenant_id, version_id, page_index) references pages on delete cascade
);
-- Compressing a vector gains nothing, and moving it out of its row costs each comparison.
alter table passage_vectors alter column embedding set storage plain;

-- A bit for each number of a vector: whether it is above zero. `places` are the page and ordinal of each passage, as
-- 4-byte integers, and `bits` their bits in the same order, each passage's filled up to whole bytes.
create table vector_sketches (
    tenant_id uuid not null default current_tenant(),
    version_id uuid not null,
    model text not null,
    places bytea not null,
    bits bytea not null,
    primary key (tenant_id, version_id, model),
    foreign key (tenant_id, version_id) references versions on delete cascade
);
alter table vector_sketches alter column places set storage external, alter column bits set storage external;

create function sketch_of(embedding halfvec) returns bytea
    language sql immutable parallel safe
    return substring(bit_send(binary_quantize(embedding)) from 5);  -- behind the count of bits

alter table passages no force row level security;
insert into passage_vectors (tenant_id, version_id, page_index, ordinal, model, embedding)
select tenant_id, version_id, page_index, ordinal, embedding_model, embedding from passages
order by tenant_id, version_id, page_index, ordinal;
alter table passages force row level security;
alter table passages drop column embedding, drop column embedding_model;

insert into vector_sketches (tenant_id, version_id, model, places, bits)
select tenant_id, version_id, model,
       string_agg(int4send(page_index) || int4send(ordinal), ''::bytea order by page_index, ordinal),
       string_agg(sketch_of(embedding), ''::bytea order by page_index, ordinal)
from passage_vectors group by tenant_id, version_id, model;

-- What a wide search for a word asks first: the versions that hold it, and the most that a passage of each can score.
alter table postings add column passages int not null default 0, add column best real not null default 0;
alter table postings no force row level security;
update postings set passages = cardinality(ordinals), best = (select max(weight) from unnest(weights) weight);
alter table postings force row level security;
create index postings_by_word on postings (tenant_id, lexeme) include (version_id, passages, best);

call protect('passage_vectors');
call protect('vector_sketches');
