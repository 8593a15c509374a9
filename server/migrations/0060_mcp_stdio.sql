-- Programs that the operator allows are MCP servers, too.
alter table mcp_toolkit drop constraint mcp_toolkit_transport_check;
alter table mcp_toolkit add constraint mcp_toolkit_transport_check check (transport in ('http', 'sse', 'stdio'));
