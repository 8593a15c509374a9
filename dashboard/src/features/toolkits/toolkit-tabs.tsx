import { Tabs } from '../../components/layout/tabs.tsx'
import { toolkitAddresses } from '../../pages/toolkits/addresses.ts'
import { toolAddresses } from '../../pages/tools/addresses.ts'
import { useIsAdmin } from '../../project.ts'

export function ToolkitTabs() {
  const isAdmin = useIsAdmin()
  return (
    <Tabs
      label="Toolkits and tools"
      tabs={[
        { to: toolkitAddresses.list, label: 'Toolkits' },
        { to: toolAddresses.list, label: 'Tools' },
        { to: toolAddresses.runs, label: 'Runs' },
        ...(isAdmin ? [{ to: toolkitAddresses.installed, label: 'Installed' }] : []),
      ]}
    />
  )
}
