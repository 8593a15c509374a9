import Bot from 'lucide-react/icons/bot'
import WorkflowIcon from 'lucide-react/icons/workflow'
import type { PageManifest } from '../manifest.ts'
import { skillRoutes } from '../skills/routes.ts'
import { workflowRoutes as at } from './routes.ts'

// Three files for all pages: each import adds the names of what it needs to the first load.
const lists = () => import('./list-pages.ts')
const graphs = () => import('./graph-pages.ts')
const agents = () => import('./agent-pages.ts')

export const manifest: PageManifest = {
  routes: [
    { path: at.list, title: 'Workflows', load: () => lists().then((module) => module.WorkflowsPage) },
    {
      path: at.allExecutions,
      title: 'Workflow executions',
      keywords: 'runs history',
      load: () => lists().then((module) => module.AllExecutionsPage),
    },
    { path: at.execution, load: () => lists().then((module) => module.ExecutionPage) },
    { path: at.editor, load: () => graphs().then((module) => module.EditorPage) },
    { path: at.executions, load: () => lists().then((module) => module.ExecutionsPage) },
    { path: at.versions, load: () => lists().then((module) => module.VersionsPage) },
    { path: at.version, load: () => graphs().then((module) => module.VersionPage) },
    { path: at.agents, title: 'Agents', load: () => agents().then((module) => module.AgentsPage) },
    { path: at.agent, load: () => agents().then((module) => module.AgentPage) },
    { path: at.settings, load: () => lists().then((module) => module.SettingsPage) },
  ],
  navigation: [
    {
      group: 'Build',
      label: 'Workflows',
      to: at.list,
      covers: [at.allExecutions],
      icon: WorkflowIcon,
      key: 'w',
      keywords: 'graphs automation canvas executions',
    },
    {
      group: 'Build',
      label: 'Agents',
      to: at.agents,
      covers: [skillRoutes.library, skillRoutes.catalogue],
      icon: Bot,
      key: 'l',
      keywords: 'assistants chatbots prompts tools llm',
    },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
