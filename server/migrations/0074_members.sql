-- People who were invited to a project and have not accepted yet. Accepting or revoking deletes the row.
create table project_invitation (
  project_id uuid not null references project (id) on delete cascade,
  id uuid not null,
  email text not null,
  role text not null check (role in ('member', 'admin')),
  token_hash text not null unique,
  -- Null when the account of who invited is gone.
  invited_by uuid references account (id) on delete set null,
  created_at timestamptz not null,
  -- When the link was made that works now: sending it again makes another.
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (project_id, id),
  constraint project_invitation_email unique (project_id, email)
);
create index project_invitation_inviter on project_invitation (invited_by);
create index project_invitation_expiry on project_invitation (expires_at);
