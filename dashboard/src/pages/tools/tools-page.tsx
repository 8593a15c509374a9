import type { QueryOf, Tool } from '@stoa/sdk'
import { Link, useNavigate } from '@tanstack/react-router'
import Wrench from 'lucide-react/icons/wrench'
import { CreateButton } from '../../components/actions/create-button.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { Page } from '../../components/layout/page.tsx'
import { Filter, FilterBar, TextFilter } from '../../components/list/filter-bar.tsx'
import { List } from '../../components/list/list.tsx'
import { ListSearch } from '../../components/list/list-search.tsx'
import type { Column } from '../../components/list/table.tsx'
import { formatAmount } from '../../components/text/format-number.ts'
import { ServiceLogo } from '../../features/toolkits/logos/service-logo.tsx'
import { providerChoices } from '../../features/toolkits/toolkit-labels.ts'
import { ToolkitTabs } from '../../features/toolkits/toolkit-tabs.tsx'
import { toolkitUrl } from '../../features/toolkits/toolkits-api.ts'
import { useToolkitNames } from '../../features/toolkits/use-toolkit-names.ts'
import { ToolHints } from '../../features/tools/tool-hints.tsx'
import { ToolName } from '../../features/tools/tool-name.tsx'
import { executePath, toolsPath, toolUrl } from '../../features/tools/tools-api.ts'
import { type Filters, pageOf, pageSize, useFilters } from '../../filters.ts'
import { useRead } from '../../project.ts'
import { toolRoutes } from './routes.ts'

type ToolQuery = NonNullable<QueryOf<typeof toolsPath, 'get'>>

const filterNames = ['q', 'provider', 'kind', 'toolkit', 'ready'] as const
const cleared: Filters = Object.fromEntries(filterNames.map((name) => [name, undefined]))
const kindChoices = [{ value: 'triggers', label: 'Triggers' }]
const readyChoices = [{ value: 'true', label: 'Ready to use' }]

export function ToolsPage() {
  const { filters } = useFilters()
  const navigate = useNavigate()
  const query: ToolQuery = {
    q: filters.q,
    provider: filters.provider as ToolQuery['provider'],
    toolkitSlug: filters.toolkit,
    kind: (filters.kind ?? 'actions') as ToolQuery['kind'],
    onlyConnected: filters.ready === 'true' ? true : undefined,
    page: pageOf(filters),
    limit: pageSize,
  }
  const tools = useRead(['tools', query], (api, signal) => api.page(toolsPath, { query, signal }), {
    keepsPrevious: true,
  })
  const toolkitName = useToolkitNames(tools.data?.data.map(({ toolkitSlug }) => toolkitSlug) ?? [])
  const create = (
    <CreateButton onClick={() => void navigate({ to: toolRoutes.create })}>Create tool</CreateButton>
  )
  return (
    <Page
      title="Tools"
      about="All tools, searchable by what they do."
      actions={create}
      calls={[
        {
          title: 'List and search',
          call: { method: 'GET', path: toolsPath, query: { q: filters.q, toolkitSlug: filters.toolkit } },
        },
        {
          title: 'Execute a tool',
          call: {
            method: 'POST',
            path: executePath,
            params: { toolSlug: 'math_calculate' },
            body: { arguments: { expression: '6 * 7' } },
          },
        },
      ]}
    >
      <ToolkitTabs />
      <ToolFilters />
      <List
        label="Tools"
        query={tools}
        columns={columnsWith(toolkitName)}
        keyOf={({ id }) => id}
        linkOf={({ slug }) => toolUrl(slug)}
        hasFilters={filterNames.some((name) => filters[name])}
        empty={
          <EmptyState icon={<Wrench size={24} aria-hidden />} title="No tools yet" action={create}>
            A tool is a short script or an HTTP request with an input schema.
          </EmptyState>
        }
      />
    </Page>
  )
}

function ToolFilters() {
  const { filters, set } = useFilters()
  return (
    <FilterBar hasFilters={filterNames.some((name) => filters[name])} onClear={() => set(cleared)}>
      <ListSearch label="Search by what a tool does" />
      <Filter
        label="Source"
        value={filters.provider ?? ''}
        choices={providerChoices}
        onChange={(provider) => set({ provider })}
      />
      <Filter
        label="Kind"
        any="Tools"
        value={filters.kind ?? ''}
        choices={kindChoices}
        onChange={(kind) => set({ kind })}
      />
      <TextFilter
        label="Toolkit"
        title="Toolkit slug"
        value={filters.toolkit ?? ''}
        onChange={(toolkit) => set({ toolkit })}
      />
      <Filter
        label="Status"
        any="Status: all"
        value={filters.ready ?? ''}
        choices={readyChoices}
        onChange={(ready) => set({ ready })}
      />
    </FilterBar>
  )
}

const columnsWith = (toolkitName: (slug: string) => string | undefined): Column<Tool>[] => [
  {
    id: 'name',
    header: 'Tool',
    cell: (tool) => <ToolName tool={tool} />,
  },
  {
    id: 'toolkit',
    header: 'Toolkit',
    rank: 2,
    cell: ({ toolkitSlug }) => <ToolkitCell slug={toolkitSlug} name={toolkitName(toolkitSlug)} />,
  },
  { id: 'hints', header: 'Kind', rank: 2, cell: (tool) => <ToolHints tool={tool} /> },
  {
    id: 'tokens',
    header: 'Schema tokens',
    align: 'end',
    rank: 3,
    cell: ({ schemaTokens }) => <span className="number">{formatAmount(schemaTokens)}</span>,
  },
]

const ToolkitCell = ({ slug, name }: { slug: string; name: string | undefined }) => (
  <span className="tool-toolkit">
    <ServiceLogo slug={slug} name={name ?? slug} size="small" />
    <span className="tool-name">
      <Link to={toolkitUrl(slug)} title={name}>
        {name ?? slug}
      </Link>
      {name !== undefined && name !== slug && <span className="muted small">{slug}</span>}
    </span>
  </span>
)
