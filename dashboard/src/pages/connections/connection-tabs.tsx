import { addresses } from '../../addresses.ts'
import { Tabs } from '../../components/layout/tabs.tsx'

export const ConnectionTabs = () => (
  <Tabs
    label="Connections"
    tabs={[
      { to: addresses.connections, label: 'Accounts' },
      { to: addresses.authConfigs, label: 'Auth configs' },
    ]}
  />
)
