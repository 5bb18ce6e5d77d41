-- A closed collection's name is known to its members and to admins: whoever makes an open one must not find out by a
-- name that is taken. So the open ones have names of their own, and the closed ones have theirs.
drop index collections_by_name;
create unique index open_collections_by_name on collections (tenant_id, lower(name)) where not is_closed;
create unique index closed_collections_by_name on collections (tenant_id, lower(name)) where is_closed;

-- The record of a tenant's refusals, which are few among many openings.
create index on openings (tenant_id, opened_at desc) where outcome = 'denied';
create index on openings (tenant_id, answer_id) where answer_id is not null;
