-- What the other server says about a tool, as it was approved: a refresh shows how that has changed. Null for tools that an earlier version has stored.
alter table mcp_tool add column definition json;
