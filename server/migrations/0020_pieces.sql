-- What pieces keep between calls: for one end user, one piece, and one place such as a trigger.
create table piece_value (
  project_id uuid not null,
  external_user_id uuid not null,
  piece text not null,
  place text not null,
  key text not null,
  value jsonb not null,
  updated_at timestamptz not null,
  primary key (project_id, external_user_id, piece, place, key),
  foreign key (project_id, external_user_id) references external_user (project_id, id) on delete cascade
);

-- Pieces that were installed while the product ran. They belong to the installation: every project sees them.
create table installed_piece (
  slug text primary key,
  package text not null unique,
  version text not null,
  integrity text not null,
  size_bytes integer not null,
  blob_key text not null,
  -- What the bundle said about itself when it was installed, in the form in which it is listed. Its fields are shown
  -- in the order in which their author wrote them, which jsonb would not keep.
  entry json not null,
  installed_at timestamptz not null
);
