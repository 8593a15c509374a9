import { Tabs } from '../../components/layout/tabs.tsx'
import { sandboxAddresses } from './addresses.ts'

export const SandboxTabs = () => (
  <Tabs
    label="Sandbox"
    tabs={[
      { to: sandboxAddresses.playground, label: 'Playground' },
      { to: sandboxAddresses.sessions, label: 'Sessions' },
      { to: sandboxAddresses.executions, label: 'Executions' },
    ]}
  />
)
