import { Tabs } from '../../../components/layout/tabs.tsx'
import { workflowAddresses } from '../addresses.ts'

export const ListTabs = () => (
  <Tabs
    label="Workflows"
    tabs={[
      { to: workflowAddresses.list, label: 'Workflows' },
      { to: workflowAddresses.allExecutions, label: 'Executions' },
    ]}
  />
)
