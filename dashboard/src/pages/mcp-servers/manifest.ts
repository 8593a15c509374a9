import type { PageManifest } from '../manifest.ts'
import { mcpRoutes } from './routes.ts'

const pages = () => import('./mcp-pages.ts')

export const manifest: PageManifest = {
  routes: [
    {
      path: mcpRoutes.list,
      title: 'MCP servers',
      keywords: 'model context protocol claude cursor',
      load: () => pages().then((module) => module.McpServersPage),
    },
    {
      path: mcpRoutes.clients,
      title: 'MCP clients',
      keywords: 'oauth authorized revoke',
      load: () => pages().then((module) => module.McpClientsPage),
    },
    { path: mcpRoutes.detail, load: () => pages().then((module) => module.McpServerPage) },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
