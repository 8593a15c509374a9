import WorkflowIcon from 'lucide-react/icons/workflow'
import type { PageManifest } from '../manifest.ts'
import { workflowAddresses as at } from './addresses.ts'

// Two files for eight pages: each import adds the names of what it needs to the first load.
const lists = () => import('./list-pages.ts')
const canvas = () => import('./canvas-pages.ts')

export const manifest: PageManifest = {
  routes: [
    { address: at.list, title: 'Workflows', load: () => lists().then((module) => module.WorkflowsPage) },
    {
      address: at.allExecutions,
      title: 'Workflow executions',
      load: () => lists().then((module) => module.AllExecutionsPage),
    },
    { address: at.execution, load: () => lists().then((module) => module.ExecutionPage) },
    { address: at.editor, load: () => canvas().then((module) => module.EditorPage) },
    { address: at.executions, load: () => lists().then((module) => module.ExecutionsPage) },
    { address: at.versions, load: () => lists().then((module) => module.VersionsPage) },
    { address: at.version, load: () => canvas().then((module) => module.VersionPage) },
    { address: at.settings, load: () => lists().then((module) => module.SettingsPage) },
  ],
  navigation: [
    {
      group: 'Build',
      label: 'Workflows',
      to: at.list,
      icon: WorkflowIcon,
      key: 'w',
      keywords: 'graphs automation canvas executions agents',
    },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
