import type { OfferedToolkit } from '@stoa/sdk'
import { Status } from '../../../components/feedback/status.tsx'
import { QueryTable } from '../../../components/list/query-table.tsx'
import type { Column } from '../../../components/list/table.tsx'
import { ServiceLogo } from '../../../features/toolkits/logos/service-logo.tsx'
import { useRead } from '../../../project.ts'
import { registryPath, shortName } from './installed-api.ts'

type RegistryListProps = { q: string; onOpen(name: string): void }

/** Search results of the registry. It is an external service: it may be slow or unavailable. */
export function RegistryList({ q, onOpen }: RegistryListProps) {
  const query = useRead(
    ['offered-toolkits', q],
    (api, signal) => api.get(registryPath, { query: { q }, signal }),
    { keepsPrevious: true },
  )
  return (
    <section className="stack" aria-label="In the registry">
      <h2>In the registry</h2>
      <QueryTable
        query={query}
        label="Toolkits in the registry"
        columns={columns}
        rows={query.data}
        keyOf={(offered) => offered.package}
        onOpen={(offered) => onOpen(offered.package)}
        isStale={query.isPlaceholderData}
        none="No results."
      />
    </section>
  )
}

const columns: Column<OfferedToolkit>[] = [
  {
    id: 'name',
    header: 'Toolkit',
    cell: ({ package: name, description }) => (
      <span className="account-name">
        <ServiceLogo slug={shortName(name)} name={shortName(name)} size="small" />
        <span>
          <span className="truncate">{shortName(name)}</span>
          <span className="muted small truncate">{description}</span>
        </span>
      </span>
    ),
  },
  {
    id: 'version',
    header: 'Latest version',
    cell: ({ version }) => <span className="mono small">{version}</span>,
  },
  { id: 'state', header: 'On this server', rank: 2, cell: (offered) => <InstallState offered={offered} /> },
]

export const InstallState = ({ offered: { version, installedVersion } }: { offered: OfferedToolkit }) =>
  installedVersion === null ? (
    <span className="muted">not installed</span>
  ) : installedVersion === version ? (
    <Status kind="good">Installed</Status>
  ) : (
    <Status kind="warn">{installedVersion} is installed</Status>
  )
