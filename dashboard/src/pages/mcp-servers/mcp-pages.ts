export { McpClientsPage } from './mcp-clients-page.tsx'
export { McpServerPage } from './mcp-server-page.tsx'
export { McpServersPage } from './mcp-servers-page.tsx'
