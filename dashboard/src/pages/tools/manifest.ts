import type { PageManifest } from '../manifest.ts'
import { toolRoutes } from './routes.ts'

export const manifest: PageManifest = {
  routes: [
    {
      path: toolRoutes.list,
      title: 'Tools',
      load: () => import('./tools-page.tsx').then((module) => module.ToolsPage),
    },
    {
      path: toolRoutes.detail,
      load: () => import('./tool-page.tsx').then((module) => module.ToolPage),
    },
    {
      path: toolRoutes.create,
      title: 'Create a tool',
      load: () => import('./edit/create-tool-page.tsx').then((module) => module.CreateToolPage),
    },
    {
      path: toolRoutes.edit,
      load: () => import('./edit/edit-tool-page.tsx').then((module) => module.EditToolPage),
    },
    {
      path: toolRoutes.runs,
      title: 'Tool runs',
      load: () => import('./logs/logs-page.tsx').then((module) => module.LogsPage),
    },
    {
      path: toolRoutes.run,
      load: () => import('./logs/log-page.tsx').then((module) => module.LogPage),
    },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
