export const mcpRoutes = {
  list: '/mcp-servers',
  detail: '/mcp-servers/{id}',
  clients: '/mcp-clients',
} as const
