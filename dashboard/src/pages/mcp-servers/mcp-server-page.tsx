import type { McpServer } from '@stoa/sdk'
import { useNavigate, useParams } from '@tanstack/react-router'
import Trash2 from 'lucide-react/icons/trash-2'
import { CopyId } from '../../components/actions/copy-id.tsx'
import { DialogButton } from '../../components/actions/dialog-button.tsx'
import { Chip } from '../../components/feedback/status.tsx'
import { DetailPage } from '../../components/layout/detail-page.tsx'
import { Card, DescriptionList } from '../../components/layout/page.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { useRead } from '../../project.ts'
import { CallLog } from './call-log.tsx'
import { ClientSnippets } from './client-snippets.tsx'
import { ServerContents } from './contents/server-contents.tsx'
import { DeleteServer, EditServer } from './edit-server.tsx'
import { callsPath, configPath, lintPath, promptsPath, resourcesPath, serverPath } from './mcp-api.ts'
import { modeLabels } from './mcp-servers-page.tsx'
import { mcpRoutes } from './routes.ts'
import { ServerChecks } from './server-checks.tsx'

export function McpServerPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const params = { id }
  const query = useRead(
    ['mcp-servers', 'one', id],
    (api, signal) => api.get(serverPath, { params, signal }),
    {
      refetchInterval: 10_000,
    },
  )
  return (
    <DetailPage
      query={query}
      kind="MCP server"
      back={{ to: mcpRoutes.list, label: 'MCP servers' }}
      head={(server) => ({
        title: server.name,
        badge: server.isPublic && <Chip>public</Chip>,
        about: server.description || undefined,
        actions: <ServerActions server={server} />,
        calls: [
          { title: 'Retrieve', call: { method: 'GET', path: serverPath, params } },
          { title: 'Client configuration', call: { method: 'GET', path: configPath, params } },
          { title: 'Checks', call: { method: 'GET', path: lintPath, params } },
          { title: 'Resources', call: { method: 'GET', path: resourcesPath, params } },
          { title: 'Prompts', call: { method: 'GET', path: promptsPath, params } },
          { title: 'Calls', call: { method: 'GET', path: callsPath, params } },
        ],
      })}
    >
      {(server) => (
        <>
          <div className="page-sides">
            <ClientSnippets server={server} />
            <div className="stack">
              <ServerFacts server={server} />
              <ServerChecks server={server} />
            </div>
          </div>
          <ServerContents server={server} />
          <CallLog server={server} />
        </>
      )}
    </DetailPage>
  )
}

const ServerFacts = ({ server }: { server: McpServer }) => (
  <Card title="Server">
    <DescriptionList
      facts={[
        ['URL', <CopyId key="url" id={server.url} label="URL" />],
        ...(server.publicUrl === null
          ? []
          : [['Public URL', <CopyId key="public" id={server.publicUrl} label="public URL" />] as const]),
        ['Mode', modeLabels[server.mode]],
        ['Tools', server.toolCount],
        ['Updated', <TimeAgo key="updated" at={server.updatedAt} />],
        ['ID', <CopyId key="id" id={server.id} />],
      ]}
    />
  </Card>
)

function ServerActions({ server }: { server: McpServer }) {
  const navigate = useNavigate()
  return (
    <>
      <DialogButton label="Edit" dialog={(close) => <EditServer server={server} onClose={close} />} />
      <DialogButton
        label="Delete"
        variant="danger-outline"
        icon={<Trash2 size={14} aria-hidden />}
        dialog={(close) => (
          <DeleteServer
            server={server}
            onClose={close}
            onDeleted={() => void navigate({ to: mcpRoutes.list })}
          />
        )}
      />
    </>
  )
}
