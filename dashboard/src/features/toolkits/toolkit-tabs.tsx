import { Tabs } from '../../components/layout/tabs.tsx'
import { mcpRoutes } from '../../pages/mcp-servers/routes.ts'
import { toolkitRoutes } from '../../pages/toolkits/routes.ts'
import { toolRoutes } from '../../pages/tools/routes.ts'
import { useIsAdmin } from '../../project.ts'

export function ToolkitTabs() {
  const isAdmin = useIsAdmin()
  return (
    <Tabs
      label="Toolkits and tools"
      tabs={[
        { to: toolkitRoutes.list, label: 'Toolkits' },
        { to: toolRoutes.list, label: 'Tools' },
        { to: toolRoutes.runs, label: 'Runs' },
        { to: mcpRoutes.list, label: 'MCP servers' },
        ...(isAdmin ? [{ to: toolkitRoutes.installed, label: 'Installed' }] : []),
      ]}
    />
  )
}
