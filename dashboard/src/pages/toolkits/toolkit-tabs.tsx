import { addresses } from '../../addresses.ts'
import { Tabs } from '../../parts/tabs.tsx'

export const ToolkitTabs = () => (
  <Tabs
    label="Toolkits and tools"
    tabs={[
      { to: addresses.toolkits, label: 'Toolkits' },
      { to: addresses.tools, label: 'Tools' },
      { to: addresses.toolRuns, label: 'Runs' },
    ]}
  />
)
