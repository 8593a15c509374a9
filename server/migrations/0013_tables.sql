-- The place of a JSON value in every order that lists have: truth values, numbers, texts, then everything else, and what
-- is missing last. Bytes compare alike on every server, whatever its locale; texts count by their first 200 characters.
create function document_key(value jsonb) returns bytea language plpgsql immutable parallel safe as $$
declare
  number float8;
  bytes bytea;
begin
  case jsonb_typeof(value)
    when 'string' then
      return '\x30'::bytea || convert_to(left(value #>> '{}', 200), 'UTF8') || '\x00'::bytea;
    when 'number' then
      number := value::float8 + 0.0;
      bytes := float8send(number);
      -- The sign bit is turned, and of negative numbers every bit, so that the bytes sort like the numbers.
      if number >= 0 then
        return '\x20'::bytea || set_byte(bytes, 0, get_byte(bytes, 0) # 128);
      end if;
      return '\x20'::bytea
        || decode(translate(encode(bytes, 'hex'), '0123456789abcdef', 'fedcba9876543210'), 'hex');
    when 'boolean' then
      return case when value = 'true' then '\x1001'::bytea else '\x1000'::bytea end;
    when 'array', 'object' then
      return '\x40'::bytea;
    else
      return '\xff'::bytea;
  end case;
end
$$;

-- The same for a descending part of a compound key: what is missing still comes last.
create function document_key_desc(value jsonb) returns bytea language plpgsql immutable parallel safe as $$
begin
  if value is null or value = 'null' then
    return '\xff'::bytea;
  end if;
  return decode(translate(encode(document_key(value), 'hex'), '0123456789abcdef', 'fedcba9876543210'), 'hex');
end
$$;

create table collection (
  project_id uuid not null references project (id) on delete cascade,
  id uuid not null,
  slug text not null,
  name text not null,
  description text not null default '',
  mode text not null check (mode in ('flexible', 'strict')),
  access text not null check (access in ('owner', 'project', 'readProject_writeOwner')),
  writes text not null check (writes in ('direct', 'proposed')),
  is_exposed_via_mcp boolean not null default false,
  max_documents integer not null,
  history_days integer not null,
  -- Fields and indexes carry numbers of their own, which outlive their names and are never used twice.
  fields jsonb not null default '[]',
  indexes jsonb not null default '[]',
  next_number integer not null default 1,
  owner_id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Its documents go in the background; nobody sees it any more.
  deleted_at timestamptz,
  primary key (project_id, id)
);
create unique index collection_slug on collection (project_id, slug) where deleted_at is null;
create unique index collection_name on collection (project_id, lower(name)) where deleted_at is null;
create index collection_owner on collection (project_id, owner_id);

-- One row for each collection, taken as the last thing before a commit: it numbers the changes in the order in which they
-- become visible, counts the documents exactly and holds the limit.
create table collection_feed (
  project_id uuid not null,
  collection_id uuid not null,
  last_seq bigint not null default 0,
  -- Changes up to here are no longer kept in full.
  pruned_seq bigint not null default 0,
  document_count bigint not null default 0,
  size_bytes bigint not null default 0,
  primary key (project_id, collection_id),
  foreign key (project_id, collection_id) references collection (project_id, id) on delete cascade
) with (fillfactor = 50);

create table document (
  project_id uuid not null,
  collection_id uuid not null,
  id uuid not null,
  owner_id uuid not null,
  data jsonb not null,
  size_bytes integer not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, collection_id, id)
) with (fillfactor = 90);
create index document_owner on document (project_id, owner_id, collection_id, id);

-- The indexes that users declare. Why they are rows and not indexes of the database: docs/decisions/0014.
create table document_key (
  project_id uuid not null,
  collection_id uuid not null,
  index_number integer not null,
  key bytea not null,
  document_id uuid not null,
  primary key (project_id, collection_id, index_number, key, document_id)
);

-- A value that may stand once. The hash is of the value, so that long texts are no trouble.
create table document_unique (
  project_id uuid not null,
  collection_id uuid not null,
  field_number integer not null,
  value_hash bytea not null,
  document_id uuid not null,
  primary key (project_id, collection_id, field_number, value_hash)
);

-- What relations point at: the database refuses to lose the document at the other end.
create table document_link (
  project_id uuid not null,
  collection_id uuid not null,
  document_id uuid not null,
  field_number integer not null,
  target_collection_id uuid not null,
  target_id uuid not null,
  primary key (project_id, collection_id, document_id, field_number),
  foreign key (project_id, collection_id, document_id)
    references document (project_id, collection_id, id) on delete cascade,
  foreign key (project_id, target_collection_id, target_id)
    references document (project_id, collection_id, id) deferrable initially deferred
);
create index document_link_target on document_link (project_id, target_collection_id, target_id);

create table document_version (
  project_id uuid not null,
  collection_id uuid not null,
  document_id uuid not null,
  version integer not null,
  seq bigint not null,
  change text not null check (change in ('created', 'updated', 'deleted')),
  -- Null once the document is gone.
  data jsonb,
  owner_id uuid not null,
  actor jsonb not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (project_id, collection_id, document_id, version)
);
create unique index document_version_seq on document_version (project_id, collection_id, seq);
create index document_version_owner on document_version (project_id, owner_id);
create index document_version_age on document_version (project_id, collection_id, changed_at);

create table document_proposal (
  project_id uuid not null,
  id uuid not null,
  collection_id uuid not null,
  status text not null check (status in ('pending', 'approved', 'rejected')),
  changes jsonb not null,
  reason text,
  external_user_id uuid not null,
  is_across_users boolean not null,
  actor jsonb not null,
  decision_note text,
  decided_by jsonb,
  decided_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, collection_id) references collection (project_id, id) on delete cascade
);
create index document_proposal_collection on document_proposal (project_id, collection_id, status, id);
create index document_proposal_status on document_proposal (project_id, status, id);
create index document_proposal_user on document_proposal (project_id, external_user_id);

create table document_import (
  project_id uuid not null,
  id uuid not null,
  collection_id uuid not null,
  external_user_id uuid not null,
  actor jsonb not null,
  status text not null check (status in ('queued', 'running', 'completed', 'failed')),
  format text not null check (format in ('csv', 'jsonl')),
  options jsonb not null,
  blob_key text,
  size_bytes bigint not null,
  -- Rows up to here are settled: written or in the report of errors. Set in the transaction that writes them.
  rows_settled integer not null default 0,
  created_count integer not null default 0,
  updated_count integer not null default 0,
  failed_count integer not null default 0,
  error text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, collection_id) references collection (project_id, id) on delete cascade
);
create index document_import_collection on document_import (project_id, collection_id, id);
create index document_import_user on document_import (project_id, external_user_id);

create table document_import_error (
  project_id uuid not null,
  import_id uuid not null,
  row_number integer not null,
  errors jsonb not null,
  primary key (project_id, import_id, row_number),
  foreign key (project_id, import_id) references document_import (project_id, id) on delete cascade
);
