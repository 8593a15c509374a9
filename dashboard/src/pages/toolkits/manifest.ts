import Blocks from 'lucide-react/icons/blocks'
import type { PageManifest } from '../manifest.ts'
import { mcpRoutes } from '../mcp-servers/routes.ts'
import { toolRoutes } from '../tools/routes.ts'
import { toolkitRoutes } from './routes.ts'

export const manifest: PageManifest = {
  routes: [
    {
      path: toolkitRoutes.list,
      title: 'Toolkits',
      load: () => import('./toolkits-page.tsx').then((module) => module.ToolkitsPage),
    },
    {
      path: toolkitRoutes.detail,
      load: () => import('./toolkit-page.tsx').then((module) => module.ToolkitPage),
    },
    {
      path: toolkitRoutes.installed,
      title: 'Installed toolkits',
      isAdminOnly: true,
      load: () => import('./installed/installed-page.tsx').then((module) => module.InstalledPage),
    },
  ],
  navigation: [
    {
      group: 'Build',
      label: 'Toolkits',
      to: toolkitRoutes.list,
      covers: [
        toolkitRoutes.installed,
        toolRoutes.list,
        toolRoutes.create,
        toolRoutes.runs,
        mcpRoutes.list,
        mcpRoutes.clients,
      ],
      icon: Blocks,
      key: 'i',
      keywords: 'tools integrations catalogue openapi import execute runs',
    },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
