import type { McpPromptSummary, McpResourceSummary, McpServer, Page } from '@stoa/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { type ReactNode, useState } from 'react'
import { DialogButton } from '../../../components/actions/dialog-button.tsx'
import { RowMenu } from '../../../components/actions/row-menu.tsx'
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx'
import { Chip } from '../../../components/feedback/status.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { Card } from '../../../components/layout/page.tsx'
import { Pagination } from '../../../components/list/pagination.tsx'
import { QueryTable } from '../../../components/list/query-table.tsx'
import type { Column } from '../../../components/list/table.tsx'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { useProject, useRead, useRefresh } from '../../../project.ts'
import { promptPath, promptsPath, resourcePath, resourcesPath } from '../mcp-api.ts'
import { PromptDialog } from './prompt-dialog.tsx'
import { ResourceDialog } from './resource-dialog.tsx'

const limit = 10

/** Resources and prompts that clients of a server see beside its tools. */
export function ServerContents({ server: { id } }: { server: McpServer }) {
  const [resourcePage, setResourcePage] = useState(1)
  const [promptPage, setPromptPage] = useState(1)
  const resources = useRead(
    ['mcp-servers', 'resources', id, resourcePage],
    (api, signal) =>
      api.page(resourcesPath, { params: { id }, query: { page: resourcePage, limit }, signal }),
    { keepsPrevious: true },
  )
  const prompts = useRead(
    ['mcp-servers', 'prompts', id, promptPage],
    (api, signal) => api.page(promptsPath, { params: { id }, query: { page: promptPage, limit }, signal }),
    { keepsPrevious: true },
  )
  return (
    <>
      <ContentCard
        title="Resources"
        query={resources}
        columns={resourceColumns}
        none="No resources yet. Add texts and files that clients read by their URI."
        add={
          <DialogButton
            label="Add resource"
            dialog={(close) => <ResourceDialog serverId={id} onClose={close} />}
          />
        }
        onPage={setResourcePage}
      />
      <ContentCard
        title="Prompts"
        query={prompts}
        columns={promptColumns}
        none="No prompts yet. Clients also see the active skills of the project as prompts."
        add={
          <DialogButton
            label="Add prompt"
            dialog={(close) => <PromptDialog serverId={id} onClose={close} />}
          />
        }
        onPage={setPromptPage}
      />
    </>
  )
}

type ContentCardProps<Row> = {
  title: string
  query: UseQueryResult<Page<Row>>
  columns: readonly Column<Row>[]
  none: string
  add: ReactNode
  onPage(page: number): void
}

function ContentCard<Row extends { id: string }>({
  title,
  query,
  columns,
  none,
  add,
  onPage,
}: ContentCardProps<Row>) {
  const { data } = query
  return (
    <Card title={title} actions={add}>
      <QueryTable
        label={title}
        query={query}
        rows={data?.data}
        columns={columns}
        keyOf={({ id }) => id}
        none={none}
      />
      {data && data.totalPages > 1 && <Pagination shown={data} onPage={onPage} />}
    </Card>
  )
}

const resourceColumns: Column<McpResourceSummary>[] = [
  {
    id: 'uri',
    header: 'URI',
    cell: ({ uri, isTemplate }) => (
      <span className="row">
        <code>{uri}</code>
        {isTemplate && <Chip>template</Chip>}
      </span>
    ),
  },
  { id: 'name', header: 'Name', rank: 2, cell: ({ name, title }) => title ?? name },
  { id: 'type', header: 'Media type', rank: 3, cell: ({ mimeType }) => mimeType },
  {
    id: 'updated',
    header: 'Updated',
    align: 'end',
    rank: 3,
    cell: ({ updatedAt }) => <TimeAgo at={updatedAt} />,
  },
  {
    id: 'menu',
    header: '',
    align: 'end',
    cell: (resource) => (
      <ContentMenu
        name={resource.uri}
        edit={(close) => <ResourceDialog serverId={resource.serverId} id={resource.id} onClose={close} />}
        remove={(close) => (
          <DeleteContent
            name={resource.uri}
            kind="resource"
            path={resourcePath}
            params={{ id: resource.serverId, resourceId: resource.id }}
            onClose={close}
          />
        )}
      />
    ),
  },
]

const promptColumns: Column<McpPromptSummary>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => <code>{name}</code> },
  {
    id: 'description',
    header: 'Description',
    rank: 2,
    cell: ({ title, description }) => <span className="clamped">{title ?? description}</span>,
  },
  {
    id: 'arguments',
    header: 'Arguments',
    rank: 3,
    cell: ({ arguments: all }) => all.map(({ name }) => name).join(', '),
  },
  {
    id: 'updated',
    header: 'Updated',
    align: 'end',
    rank: 3,
    cell: ({ updatedAt }) => <TimeAgo at={updatedAt} />,
  },
  {
    id: 'menu',
    header: '',
    align: 'end',
    cell: (prompt) => (
      <ContentMenu
        name={prompt.name}
        edit={(close) => <PromptDialog serverId={prompt.serverId} id={prompt.id} onClose={close} />}
        remove={(close) => (
          <DeleteContent
            name={prompt.name}
            kind="prompt"
            path={promptPath}
            params={{ id: prompt.serverId, promptId: prompt.id }}
            onClose={close}
          />
        )}
      />
    ),
  },
]

type ContentMenuProps = {
  name: string
  edit(close: () => void): ReactNode
  remove(close: () => void): ReactNode
}

const ContentMenu = ({ name, edit, remove }: ContentMenuProps) => (
  <RowMenu
    name={name}
    actions={[
      { label: 'Edit…', icon: Pencil, dialog: edit },
      { label: 'Delete…', icon: Trash2, isDanger: true, dialog: remove },
    ]}
  />
)

type DeleteContentProps = { name: string; onClose(): void } & (
  | { kind: 'resource'; path: typeof resourcePath; params: { id: string; resourceId: string } }
  | { kind: 'prompt'; path: typeof promptPath; params: { id: string; promptId: string } }
)

function DeleteContent({ name, kind, onClose, ...at }: DeleteContentProps) {
  const { api } = useProject()
  const refresh = useRefresh()
  return (
    <ConfirmDialog
      title={`Delete the ${kind} ${name}?`}
      confirmLabel={`Delete ${kind}`}
      onClose={onClose}
      run={async () => {
        if (at.path === resourcePath) await api.delete(at.path, { params: at.params })
        else await api.delete(at.path, { params: at.params })
        toasts.success(kind === 'resource' ? 'Resource deleted' : 'Prompt deleted')
        await refresh(['mcp-servers', `${kind}s`])
      }}
    >
      <p>Clients can no longer read it.</p>
    </ConfirmDialog>
  )
}
