import { addresses } from '../../addresses.ts'
import { Tabs } from '../../components/layout/tabs.tsx'

export const ModelTabs = () => (
  <Tabs
    label="Models"
    tabs={[
      { to: addresses.models, label: 'Models' },
      { to: addresses.calls, label: 'Calls' },
      { to: addresses.media, label: 'Media' },
      { to: addresses.providers, label: 'Providers' },
    ]}
  />
)
