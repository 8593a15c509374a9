import { Tabs } from '../../components/layout/tabs.tsx'
import { mcpRoutes } from './routes.ts'

export const McpTabs = () => (
  <Tabs
    label="MCP"
    tabs={[
      { to: mcpRoutes.list, label: 'Servers' },
      { to: mcpRoutes.clients, label: 'Clients' },
    ]}
  />
)
