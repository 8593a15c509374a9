import { Tabs } from '../../components/layout/tabs.tsx'
import { settingsRoutes } from './routes.ts'

export const SettingsTabs = () => (
  <Tabs
    label="Settings"
    tabs={[
      { to: settingsRoutes.settings, label: 'General' },
      { to: settingsRoutes.members, label: 'Members' },
    ]}
  />
)
