import type { PageManifest } from '../manifest.ts'
import { toolAddresses } from './addresses.ts'

export const manifest: PageManifest = {
  routes: [
    {
      address: toolAddresses.list,
      title: 'Tools',
      load: () => import('./tools-page.tsx').then((module) => module.ToolsPage),
    },
    {
      address: toolAddresses.detail,
      load: () => import('./tool-page.tsx').then((module) => module.ToolPage),
    },
    {
      address: toolAddresses.create,
      title: 'Create a tool',
      load: () => import('./edit/create-tool-page.tsx').then((module) => module.CreateToolPage),
    },
    {
      address: toolAddresses.edit,
      load: () => import('./edit/edit-tool-page.tsx').then((module) => module.EditToolPage),
    },
    {
      address: toolAddresses.runs,
      title: 'Tool runs',
      load: () => import('./logs/logs-page.tsx').then((module) => module.LogsPage),
    },
    {
      address: toolAddresses.run,
      load: () => import('./logs/log-page.tsx').then((module) => module.LogPage),
    },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
