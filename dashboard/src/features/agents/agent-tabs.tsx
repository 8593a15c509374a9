import { Tabs } from '../../components/layout/tabs.tsx'
import { skillRoutes } from '../../pages/skills/routes.ts'
import { workflowRoutes } from '../../pages/workflows/routes.ts'

/** Agents, and what they can read when a task fits. */
export const AgentTabs = () => (
  <Tabs
    label="Agents and skills"
    tabs={[
      { to: workflowRoutes.agents, label: 'Agents' },
      { to: skillRoutes.library, label: 'Skills' },
      { to: skillRoutes.catalogue, label: 'Catalogue' },
    ]}
  />
)
