-- A file that is to come into the library inside a collection: what is read of it is in the collection in the transaction
-- in which it can be seen first. No foreign key: were the collection's end to clear this, a file that was meant for a
-- closed one would come in for everybody. A run whose collection is gone ends instead, and says so.
alter table ingests add column collection_id uuid;
