import { addresses } from '../../addresses.ts'
import { Tabs } from '../../parts/tabs.tsx'
import { useIsAdmin } from '../../project.tsx'

export function ModelTabs() {
  const isAdmin = useIsAdmin()
  return (
    <Tabs
      label="Models"
      tabs={[
        { to: addresses.models, label: 'Models' },
        { to: addresses.calls, label: 'Calls' },
        ...(isAdmin ? [{ to: addresses.providers, label: 'Providers' }] : []),
      ]}
    />
  )
}
