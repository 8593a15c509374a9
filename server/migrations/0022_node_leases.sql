-- Nodes that live, each with one row that it renews every second or two.
create table node_lease (
  node_id uuid primary key,
  alive_until timestamptz not null
) with (fillfactor = 50);

-- How many of a kind of work each node has running for a project. One row for each, written over in place: counting rows
-- of work that comes and goes by the thousand would read all that it left behind. It counts as long as the node's lease.
create table node_slot (
  kind text not null,
  project_id uuid not null,
  node_id uuid not null references node_lease (node_id) on delete cascade,
  taken integer not null,
  primary key (kind, project_id, node_id)
) with (fillfactor = 50);
create index node_slot_of_node on node_slot (node_id);

-- The node that works on it; null where a release before this one began it.
alter table tool_execution add column node_id uuid;
drop index tool_execution_at_work;
