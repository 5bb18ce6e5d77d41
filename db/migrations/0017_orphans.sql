-- Bytes that nothing names are looked for now and then: whether a version's rendition is one of them needs an index, or
-- each file that is read would look through all versions.
create index on versions (tenant_id, rendition_sha256) where rendition_sha256 is not null;
