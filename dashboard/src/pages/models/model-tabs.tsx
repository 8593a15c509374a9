import { Tabs } from '../../components/layout/tabs.tsx'
import { modelAddresses } from './addresses.ts'

export const ModelTabs = () => (
  <Tabs
    label="Models"
    tabs={[
      { to: modelAddresses.list, label: 'Models' },
      { to: modelAddresses.calls, label: 'Calls' },
      { to: modelAddresses.media, label: 'Media' },
      { to: modelAddresses.providers, label: 'Providers' },
    ]}
  />
)
