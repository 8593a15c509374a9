-- For statements that are sent together with others and whose answer nobody reads in between: what is not so makes the
-- whole trip come to nothing. The code is known to the driver.
create function demand(condition boolean) returns boolean language plpgsql volatile as $$
begin
  if condition is not true then
    raise exception 'what a statement demands is not so' using errcode = 'ST001';
  end if;
  return true;
end $$;

create table idempotency_key (
  project_id uuid not null,
  id text not null,
  request_hash text not null,
  -- Null while the request runs.
  status smallint,
  answer text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (project_id, id)
);
create index idempotency_key_expiry on idempotency_key (expires_at);

-- Blobs that a committed transaction gave up and whose bytes are still to be removed.
create table blob_garbage (
  key text primary key,
  created_at timestamptz not null
);

-- Facts about this installation that every node must agree on, such as which master key seals its secrets.
create table installation_fact (
  name text primary key,
  value text not null
);
