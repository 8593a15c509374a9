import type { InstalledToolkit } from '@stoa/sdk'
import Lock from 'lucide-react/icons/lock'
import PackagePlus from 'lucide-react/icons/package-plus'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { StaleNotice } from '../../../components/feedback/stale-notice.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { FilterBar } from '../../../components/list/filter-bar.tsx'
import { ListSearch } from '../../../components/list/list-search.tsx'
import { type Column, Table } from '../../../components/list/table.tsx'
import { formatFileSize } from '../../../components/text/format-number.ts'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { ServiceLogo } from '../../../features/toolkits/logos/service-logo.tsx'
import { ToolkitTabs } from '../../../features/toolkits/toolkit-tabs.tsx'
import { toolkitUrl } from '../../../features/toolkits/toolkits-api.ts'
import { useFilters } from '../../../filters.ts'
import { useIsAdmin, useIsOwner, useRead } from '../../../project.ts'
import { InstallDialog } from './install-dialog.tsx'
import { installedPath, installPath, registryPath, shortName } from './installed-api.ts'
import { InstalledMenu } from './installed-menu.tsx'
import { RegistryList } from './registry-list.tsx'
import '../../../features/connections/connections.css'
import './installed.css'

const example = { package: '@activepieces/piece-wordpress' }

export function InstalledPage() {
  const { filters, set } = useFilters()
  const isAdmin = useIsAdmin()
  // What is installed is code for every project: the admins of one see it, and do not choose it.
  const mayInstall = useIsOwner() && isAdmin
  const installed = useRead(['installed-toolkits'], (api, signal) => api.get(installedPath, { signal }), {
    isEnabled: isAdmin,
  })
  return (
    <Page
      title="Installed toolkits"
      about="Community integrations installed from this server's npm registry. Available to all projects."
      calls={[
        ...(mayInstall
          ? ([
              { title: 'Search', call: { method: 'GET', path: registryPath, query: { q: filters.q } } },
              { title: 'Install', call: { method: 'POST', path: installPath, body: example } },
            ] as const)
          : []),
        { title: 'List installed', call: { method: 'GET', path: installedPath } },
      ]}
    >
      <ToolkitTabs />
      {mayInstall ? (
        <>
          <FilterBar hasFilters={Boolean(filters.q)} onClear={() => set({ q: undefined })}>
            <ListSearch label="Search the registry" />
          </FilterBar>
          {filters.q && <RegistryList q={filters.q} onOpen={(name) => set({ package: name })} />}
        </>
      ) : (
        <p className="installed-note muted">
          <Lock size={15} aria-hidden />
          Only the server operator can install toolkits, because they are shared by all projects. Ask the
          operator to install the one you need.
        </p>
      )}
      {isAdmin && <InstalledList query={installed} mayInstall={mayInstall} />}
      {mayInstall && filters.package && (
        <InstallDialog
          key={filters.package}
          name={filters.package}
          onClose={() => set({ package: undefined })}
        />
      )}
    </Page>
  )
}

type ListProps = { query: ReturnType<typeof useRead<InstalledToolkit[]>>; mayInstall: boolean }

function InstalledList({ query: { data, error, refetch }, mayInstall }: ListProps) {
  if (!data && error) return <ErrorAlert error={error} retry={() => void refetch()} />
  return (
    <section className="stack" aria-label="Installed">
      <h2>Installed</h2>
      {data && error && <StaleNotice error={error} />}
      {data?.length === 0 ? (
        <EmptyState icon={<PackagePlus size={24} aria-hidden />} title="No toolkits installed yet">
          {mayInstall && 'Search for an integration above. '}
          Each toolkit is a verified package that runs in an isolated process and can only reach the hosts of
          its service.
        </EmptyState>
      ) : (
        <Table
          label="Installed toolkits"
          columns={mayInstall ? [...columns, menuColumn] : columns}
          rows={data}
          keyOf={({ slug }) => slug}
          linkOf={({ slug }) => toolkitUrl(slug)}
        />
      )}
    </section>
  )
}

const columns: Column<InstalledToolkit>[] = [
  {
    id: 'name',
    header: 'Toolkit',
    cell: ({ slug, package: name }) => (
      <span className="account-name">
        <ServiceLogo slug={shortName(name)} name={shortName(name)} size="small" />
        <span>
          <span className="truncate">{slug}</span>
          <span className="muted small mono truncate">{name}</span>
        </span>
      </span>
    ),
  },
  {
    id: 'version',
    header: 'Version',
    cell: ({ version }) => <span className="mono small">{version}</span>,
  },
  {
    id: 'tools',
    header: 'Tools',
    align: 'end',
    rank: 2,
    cell: ({ toolCount }) => <span className="number">{toolCount}</span>,
  },
  {
    id: 'size',
    header: 'Size',
    align: 'end',
    rank: 3,
    cell: ({ sizeBytes }) => <span className="number">{formatFileSize(sizeBytes)}</span>,
  },
  {
    id: 'hosts',
    header: 'Allowed hosts',
    rank: 3,
    cell: ({ allowedHosts }) => (
      <span className="installed-hosts truncate muted small" title={allowedHosts.join('\n')}>
        {allowedHosts.join(', ') || 'nothing'}
      </span>
    ),
  },
  { id: 'at', header: 'Installed', rank: 2, cell: ({ installedAt }) => <TimeAgo at={installedAt} /> },
]

const menuColumn: Column<InstalledToolkit> = {
  id: 'menu',
  header: '',
  align: 'end',
  cell: (toolkit) => <InstalledMenu toolkit={toolkit} />,
}
