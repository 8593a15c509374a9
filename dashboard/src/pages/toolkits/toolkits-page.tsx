import type { QueryOf, ToolkitItem } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import FileJson from 'lucide-react/icons/file-json'
import Server from 'lucide-react/icons/server'
import { Button } from '../../components/actions/button.tsx'
import { CreateButton } from '../../components/actions/create-button.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { StaleNotice } from '../../components/feedback/stale-notice.tsx'
import { Chip, Status } from '../../components/feedback/status.tsx'
import { Page } from '../../components/layout/page.tsx'
import { Filter, FilterBar } from '../../components/list/filter-bar.tsx'
import { ListSearch } from '../../components/list/list-search.tsx'
import { Pagination } from '../../components/list/pagination.tsx'
import { pluralize } from '../../components/text/pluralize.ts'
import { ServiceLogo } from '../../features/toolkits/logos/service-logo.tsx'
import { providerChoices, sourceLabel } from '../../features/toolkits/toolkit-labels.ts'
import { ToolkitTabs } from '../../features/toolkits/toolkit-tabs.tsx'
import { toolkitsPath, toolkitUrl } from '../../features/toolkits/toolkits-api.ts'
import { type Filters, pageOf, useFilters } from '../../filters.ts'
import { useIsOwner, useRead } from '../../project.ts'
import { CreateToolkit } from './create-toolkit.tsx'
import { ImportMcp } from './import/import-mcp.tsx'
import { ImportOpenApi } from './import/import-openapi.tsx'
import { toolkitRoutes } from './routes.ts'
import './toolkits-page.css'

type ToolkitQuery = NonNullable<QueryOf<typeof toolkitsPath, 'get'>>

const maxShown = 48
const filterNames = ['q', 'category', 'provider', 'auth', 'connected'] as const
const cleared: Filters = Object.fromEntries(filterNames.map((name) => [name, undefined]))
const authChoices = [
  { value: 'true', label: 'Account required' },
  { value: 'false', label: 'No account required' },
]
const connectedChoices = [
  { value: 'true', label: 'Connected' },
  { value: 'false', label: 'Not connected' },
]
const booleanOf = (text: string | undefined) => (text === undefined ? undefined : text === 'true')

export function ToolkitsPage() {
  const { filters, set } = useFilters()
  const query: ToolkitQuery = {
    q: filters.q,
    category: filters.category as ToolkitQuery['category'],
    provider: filters.provider as ToolkitQuery['provider'],
    requiresAuth: booleanOf(filters.auth),
    isConnected: booleanOf(filters.connected),
    page: pageOf(filters),
    limit: maxShown,
  }
  const toolkits = useRead(['toolkits', query], (api, signal) => api.page(toolkitsPath, { query, signal }), {
    keepsPrevious: true,
  })
  const close = () => set({ new: undefined })
  return (
    <Page
      title="Toolkits"
      about="Integrations whose tools your agents and workflows can call."
      actions={
        <>
          <Button icon={<Server size={15} aria-hidden />} onClick={() => set({ new: 'mcp' })}>
            Import MCP
          </Button>
          <Button icon={<FileJson size={15} aria-hidden />} onClick={() => set({ new: 'import' })}>
            Import OpenAPI
          </Button>
          <CreateButton onClick={() => set({ new: 'toolkit' })}>Create toolkit</CreateButton>
        </>
      }
      calls={[
        {
          title: 'List and search',
          call: { method: 'GET', path: toolkitsPath, query: { q: filters.q, category: filters.category } },
        },
        { title: 'Categories', call: { method: 'GET', path: `${toolkitsPath}/categories` } },
        {
          title: 'Import OpenAPI',
          call: {
            method: 'POST',
            path: `${toolkitsPath}/import/openapi`,
            body: { slug: 'weather', url: 'https://api.weather.example/openapi.json', dryRun: true },
          },
        },
      ]}
    >
      <ToolkitTabs />
      <CatalogueFilters />
      <Catalogue query={toolkits} />
      {filters.new === 'import' && <ImportOpenApi onClose={close} />}
      {filters.new === 'mcp' && <ImportMcp onClose={close} />}
      {filters.new === 'toolkit' && <CreateToolkit onClose={close} />}
    </Page>
  )
}

function CatalogueFilters() {
  const { filters, set } = useFilters()
  const { data: categories } = useRead(['toolkit-categories'], (api, signal) =>
    api.get('/api/v1/toolkits/categories', { signal }),
  )
  return (
    <FilterBar hasFilters={filterNames.some((name) => filters[name])} onClear={() => set(cleared)}>
      <ListSearch label="Search services and tools" />
      <Filter
        label="Category"
        value={filters.category ?? ''}
        choices={(categories ?? []).map(({ slug, name, toolkitCount }) => ({
          value: slug,
          label: `${name} (${toolkitCount})`,
        }))}
        onChange={(category) => set({ category })}
      />
      <Filter
        label="Source"
        value={filters.provider ?? ''}
        choices={providerChoices}
        onChange={(provider) => set({ provider })}
      />
      <Filter
        label="Account"
        value={filters.auth ?? ''}
        choices={authChoices}
        onChange={(auth) => set({ auth })}
      />
      <Filter
        label="Connection"
        value={filters.connected ?? ''}
        choices={connectedChoices}
        onChange={(connected) => set({ connected })}
      />
    </FilterBar>
  )
}

type CatalogueProps = {
  query: ReturnType<typeof useRead<import('@stoa/sdk').Page<ToolkitItem>>>
}

function Catalogue({ query: { data, error, refetch, isPlaceholderData } }: CatalogueProps) {
  const { filters, set } = useFilters()
  const isOwner = useIsOwner()
  if (!data)
    return error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={10} />
  return (
    <>
      {error && <StaleNotice error={error} />}
      {data.total === 0 ? (
        <p className="empty muted" role="status">
          No results. Remove a filter, or import the OpenAPI description of the API you need.
          {isOwner && (
            <>
              {' '}
              <Link to={`${toolkitRoutes.installed}?q=${encodeURIComponent(filters.q ?? '')}`}>
                Search the registry
              </Link>
            </>
          )}
        </p>
      ) : (
        <ul className="catalogue" aria-label="Toolkits" data-stale={isPlaceholderData ? '' : undefined}>
          {data.data.map((toolkit) => (
            <ToolkitCard key={toolkit.slug} toolkit={toolkit} />
          ))}
        </ul>
      )}
      {data.total > 0 && <Pagination shown={data} onPage={(page) => set({ page: String(page) })} />}
    </>
  )
}

const ToolkitCard = ({ toolkit }: { toolkit: ToolkitItem }) => (
  <li className="toolkit-card" data-row="">
    <ServiceLogo slug={toolkit.slug} name={toolkit.name} />
    <div className="toolkit-card-text">
      <Link to={toolkitUrl(toolkit.slug)} className="toolkit-card-name truncate" data-row-link="">
        {toolkit.name}
      </Link>
      <span className="muted small toolkit-card-facts">
        <span className="number">{pluralize(toolkit.toolCount, 'tool')}</span>
        {toolkit.triggerCount > 0 && (
          <span className="number">{pluralize(toolkit.triggerCount, 'trigger')}</span>
        )}
      </span>
      <p className="clamped muted small toolkit-card-about">{toolkit.description}</p>
      <span className="chips">
        {toolkit.isConnected && <Status kind="good">Connected</Status>}
        {toolkit.isDisabled && <Status kind="off">Disabled</Status>}
        {toolkit.driftedAt && <Status kind="warn">API changed</Status>}
        {(toolkit.provider !== 'PLATFORM' || toolkit.isInstalled) && <Chip>{sourceLabel(toolkit)}</Chip>}
        {toolkit.noAuth && <Chip>No account required</Chip>}
      </span>
    </div>
  </li>
)
