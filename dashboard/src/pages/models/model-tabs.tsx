import { Tabs } from '../../components/layout/tabs.tsx'
import { modelRoutes } from './routes.ts'

export const ModelTabs = () => (
  <Tabs
    label="Models"
    tabs={[
      { to: modelRoutes.list, label: 'Models' },
      { to: modelRoutes.calls, label: 'Calls' },
      { to: modelRoutes.media, label: 'Media' },
      { to: modelRoutes.providers, label: 'Providers' },
    ]}
  />
)
