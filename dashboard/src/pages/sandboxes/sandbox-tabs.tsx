import { addresses } from '../../addresses.ts'
import { Tabs } from '../../components/layout/tabs.tsx'

export const SandboxTabs = () => (
  <Tabs
    label="Sandbox"
    tabs={[
      { to: addresses.playground, label: 'Playground' },
      { to: addresses.sessions, label: 'Sessions' },
      { to: addresses.executions, label: 'Executions' },
    ]}
  />
)
