import { Tabs } from '../../components/layout/tabs.tsx'
import { sandboxRoutes } from './routes.ts'

export const SandboxTabs = () => (
  <Tabs
    label="Sandbox"
    tabs={[
      { to: sandboxRoutes.playground, label: 'Playground' },
      { to: sandboxRoutes.sessions, label: 'Sessions' },
      { to: sandboxRoutes.executions, label: 'Executions' },
    ]}
  />
)
