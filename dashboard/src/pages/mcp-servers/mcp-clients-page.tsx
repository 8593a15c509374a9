import type { McpClient } from '@stoa/sdk'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'

import { toasts } from '../../components/feedback/toast-store.ts'
import { Page } from '../../components/layout/page.tsx'
import { FilterBar } from '../../components/list/filter-bar.tsx'
import { List } from '../../components/list/list.tsx'
import { ListSearch } from '../../components/list/list-search.tsx'
import type { Column } from '../../components/list/table.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { actAs } from '../../features/end-users/act-as.ts'
import { EndUserName } from '../../features/end-users/end-user-name.tsx'
import { ScopeList } from '../../features/keys/scope-list.tsx'
import { pageOf, pageSize, useFilters } from '../../filters.ts'
import { useProject, useRead, useRefresh } from '../../project.ts'
import { clientPath, clientsPath as path } from './mcp-api.ts'
import { McpTabs } from './mcp-tabs.tsx'
import './mcp-servers.css'

/** Programs that were authorized in the browser, each for one server and one end user. */
export function McpClientsPage() {
  const { filters, set } = useFilters()
  const query = { q: filters.q, page: pageOf(filters), limit: pageSize }
  const clients = useRead(['mcp-clients', query], (api, signal) => actAs(api).page(path, { query, signal }), {
    keepsPrevious: true,
    refetchInterval: 10_000,
  })
  return (
    <Page
      title="MCP clients"
      about="Apps that were authorized with OAuth to call MCP servers of this project."
      calls={[
        { title: 'List', call: { method: 'GET', path } },
        { title: 'Revoke', call: { method: 'DELETE', path: clientPath } },
      ]}
    >
      <McpTabs />
      <FilterBar hasFilters={Boolean(filters.q)} onClear={() => set({ q: undefined })}>
        <ListSearch label="Search by client or end user" />
      </FilterBar>
      <List
        label="MCP clients"
        query={clients}
        columns={columns}
        keyOf={({ id }) => id}
        hasFilters={Boolean(filters.q)}
        empty={
          <EmptyState icon={<ShieldCheck size={24} aria-hidden />} title="No clients yet">
            Add the URL of an MCP server to a client that supports OAuth. It opens this dashboard in the
            browser, where you approve it.
          </EmptyState>
        }
      />
    </Page>
  )
}

const columns: Column<McpClient>[] = [
  {
    id: 'name',
    header: 'Client',
    cell: ({ name, url }) => (
      <span className="mcp-name">
        <span className="truncate">{name}</span>
        <span className="muted small truncate">{url ?? 'not verified'}</span>
      </span>
    ),
  },
  { id: 'server', header: 'Server', rank: 2, cell: ({ serverName }) => serverName },
  {
    id: 'user',
    header: 'End user',
    rank: 2,
    cell: ({ externalUser: { id, name } }) => <EndUserName id={id} name={name} />,
  },
  {
    id: 'scopes',
    header: 'Scopes',
    rank: 3,
    cell: ({ scopes }) => <ScopeList scopes={scopes} none="none" />,
  },
  {
    id: 'used',
    header: 'Last used',
    align: 'end',
    rank: 2,
    cell: ({ lastUsedAt }) => <TimeAgo at={lastUsedAt} />,
  },
  { id: 'revoke', header: '', align: 'end', cell: (client) => <RevokeClient client={client} /> },
]

function RevokeClient({ client }: { client: McpClient }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Revoke</Button>
      {isOpen && (
        <ConfirmDialog
          title={`Revoke ${client.name}?`}
          confirmLabel="Revoke client"
          onClose={() => setOpen(false)}
          run={async () => {
            await actAs(api).delete(clientPath, { params: { id: client.id } })
            toasts.success('Client revoked')
            await refresh(['mcp-clients'])
          }}
        >
          <p>Its tokens stop working immediately. It can be authorized again.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
