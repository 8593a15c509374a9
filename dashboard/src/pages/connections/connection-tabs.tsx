import { Tabs } from '../../components/layout/tabs.tsx'
import { connectionAddresses } from './addresses.ts'

export const ConnectionTabs = () => (
  <Tabs
    label="Connections"
    tabs={[
      { to: connectionAddresses.list, label: 'Accounts' },
      { to: connectionAddresses.authConfigs, label: 'Auth configs' },
    ]}
  />
)
