import type { McpServer } from '@stoa/sdk'
import { useNavigate, useParams } from '@tanstack/react-router'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { CopyId } from '../../components/actions/copy-id.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { Chip } from '../../components/feedback/status.tsx'
import { Card, DescriptionList, Page } from '../../components/layout/page.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { useRead } from '../../project.ts'
import { CallLog } from './call-log.tsx'
import { ClientSnippets } from './client-snippets.tsx'
import { DeleteServer, EditServer } from './edit-server.tsx'
import { callsPath, configPath, lintPath, serverPath } from './mcp-api.ts'
import { modeLabels } from './mcp-servers-page.tsx'
import { ReportCard } from './report-card.tsx'
import { mcpRoutes } from './routes.ts'

export function McpServerPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const params = { id }
  const {
    data: server,
    error,
    refetch,
  } = useRead(['mcp-servers', 'one', id], (api, signal) => api.get(serverPath, { params, signal }), {
    refetchInterval: 10_000,
  })
  const back = { to: mcpRoutes.list, label: 'MCP servers' }
  if (!server) {
    return (
      <Page title="MCP server" back={back}>
        {error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={8} />}
      </Page>
    )
  }
  return (
    <Page
      title={server.name}
      badge={server.isPublic && <Chip>public</Chip>}
      about={server.description || undefined}
      back={back}
      actions={<ServerActions server={server} />}
      calls={[
        { title: 'Retrieve', call: { method: 'GET', path: serverPath, params } },
        { title: 'Client configuration', call: { method: 'GET', path: configPath, params } },
        { title: 'Report card', call: { method: 'GET', path: lintPath, params } },
        { title: 'Calls', call: { method: 'GET', path: callsPath, params } },
      ]}
    >
      <div className="page-sides">
        <ClientSnippets server={server} />
        <div className="stack">
          <ServerFacts server={server} />
          <ReportCard server={server} />
        </div>
      </div>
      <CallLog server={server} />
    </Page>
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
  const [openDialog, setOpenDialog] = useState<'edit' | 'delete' | null>(null)
  const close = () => setOpenDialog(null)
  return (
    <>
      <Button onClick={() => setOpenDialog('edit')}>Edit</Button>
      <Button
        variant="danger-outline"
        icon={<Trash2 size={14} aria-hidden />}
        onClick={() => setOpenDialog('delete')}
      >
        Delete
      </Button>
      {openDialog === 'edit' && <EditServer server={server} onClose={close} />}
      {openDialog === 'delete' && (
        <DeleteServer
          server={server}
          onClose={close}
          onDeleted={() => void navigate({ to: mcpRoutes.list })}
        />
      )}
    </>
  )
}
