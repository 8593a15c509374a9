-- What a project keeps, and what is promised to uploads under way. Whoever changes files, blobs or promises of a project
-- takes its row first: that alone keeps quota exact and bytes from going away under a file that has just come to need them.
create table file_storage (
  project_id uuid primary key references project (id) on delete cascade,
  used_bytes bigint not null default 0,
  reserved_bytes bigint not null default 0
) with (fillfactor = 50);

create table file_user_storage (
  project_id uuid not null,
  external_user_id uuid not null,
  used_bytes bigint not null default 0,
  reserved_bytes bigint not null default 0,
  primary key (project_id, external_user_id),
  foreign key (project_id, external_user_id) references external_user (project_id, id) on delete cascade
) with (fillfactor = 50);

-- Bytes, once for each content of a project. The id is the last part of the blob's key.
create table file_blob (
  project_id uuid not null references project (id) on delete cascade,
  id uuid not null,
  sha256 text not null,
  size_bytes bigint not null,
  primary key (project_id, id),
  constraint file_blob_content unique (project_id, sha256)
);

create table file (
  project_id uuid not null,
  id uuid not null,
  external_user_id uuid not null,
  blob_id uuid not null,
  name text not null,
  file_type text not null,
  mime_type text not null,
  extension text not null,
  size_bytes bigint not null,
  sha256 text not null,
  metadata jsonb not null default '{}',
  expires_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  -- Neither cascades: bytes and sums must be given up together with the file.
  foreign key (project_id, blob_id) references file_blob (project_id, id),
  foreign key (project_id, external_user_id) references external_user (project_id, id)
);
create index file_of_user on file (project_id, external_user_id, created_at, id);
create index file_created on file (project_id, created_at, id);
create index file_name on file (project_id, external_user_id, name, created_at);
create index file_of_blob on file (project_id, blob_id);
create index file_expiry on file (expires_at) where expires_at is not null;

-- What areas above do with a file.
create table file_reference (
  project_id uuid not null,
  file_id uuid not null,
  kind text not null,
  target_id text not null,
  created_at timestamptz not null,
  primary key (project_id, file_id, kind, target_id),
  foreign key (project_id, file_id) references file (project_id, id) on delete cascade
);
create index file_reference_target on file_reference (project_id, kind, target_id);

-- Blobs that are being written. A row that outlives its time is what a process that died has left.
create table file_incoming (
  project_id uuid not null references project (id) on delete cascade,
  id uuid not null,
  external_user_id uuid not null,
  reserved_bytes bigint not null default 0,
  expires_at timestamptz not null,
  primary key (project_id, id)
);
create index file_incoming_expiry on file_incoming (expires_at);

-- Uploads in parts. The size is reserved from the first moment to the last.
create table file_upload (
  project_id uuid not null,
  id uuid not null,
  external_user_id uuid not null,
  file_type text not null,
  name text not null,
  size_bytes bigint not null,
  part_size_bytes bigint not null,
  sha256 text,
  metadata jsonb not null default '{}',
  file_expires_at timestamptz,
  -- Set once it is complete; the file may be gone by then.
  file_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, external_user_id) references external_user (project_id, id)
);
create index file_upload_expiry on file_upload (expires_at);
create index file_upload_user on file_upload (project_id, external_user_id);

create table file_upload_part (
  project_id uuid not null,
  upload_id uuid not null,
  number integer not null,
  blob_id uuid not null,
  size_bytes bigint not null,
  sha256 text not null,
  primary key (project_id, upload_id, number),
  foreign key (project_id, upload_id) references file_upload (project_id, id) on delete cascade
);
