import { Tabs } from '../../../components/layout/tabs.tsx'
import { workflowRoutes } from '../routes.ts'

export const ListTabs = () => (
  <Tabs
    label="Workflows"
    tabs={[
      { to: workflowRoutes.list, label: 'Workflows' },
      { to: workflowRoutes.allExecutions, label: 'Executions' },
    ]}
  />
)
