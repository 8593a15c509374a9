import { addresses } from '../../addresses.ts'
import { Tabs } from '../../components/layout/tabs.tsx'
import { useIsAdmin } from '../../project.tsx'

export function ToolkitTabs() {
  const isAdmin = useIsAdmin()
  return (
    <Tabs
      label="Toolkits and tools"
      tabs={[
        { to: addresses.toolkits, label: 'Toolkits' },
        { to: addresses.tools, label: 'Tools' },
        { to: addresses.toolRuns, label: 'Runs' },
        ...(isAdmin ? [{ to: addresses.installedToolkits, label: 'Installed' }] : []),
      ]}
    />
  )
}
