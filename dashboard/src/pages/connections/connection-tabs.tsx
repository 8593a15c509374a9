import { Tabs } from '../../components/layout/tabs.tsx'
import { connectionRoutes } from './routes.ts'

export const ConnectionTabs = () => (
  <Tabs
    label="Connections"
    tabs={[
      { to: connectionRoutes.list, label: 'Accounts' },
      { to: connectionRoutes.authConfigs, label: 'Auth configs' },
    ]}
  />
)
