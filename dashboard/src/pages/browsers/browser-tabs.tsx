import { Tabs } from '../../components/layout/tabs.tsx'
import { browserRoutes } from './routes.ts'

export const BrowserTabs = () => (
  <Tabs
    label="Browsers"
    tabs={[
      { to: browserRoutes.sessions, label: 'Sessions' },
      { to: browserRoutes.profiles, label: 'Profiles' },
    ]}
  />
)
