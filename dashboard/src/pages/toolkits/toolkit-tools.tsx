import type { QueryOf, Tool, Toolkit } from '@stoa/sdk'
import Wrench from 'lucide-react/icons/wrench'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { SegmentedControl } from '../../components/form/segmented-control.tsx'
import { FilterBar } from '../../components/list/filter-bar.tsx'
import { List } from '../../components/list/list.tsx'
import { ListSearch } from '../../components/list/list-search.tsx'
import type { Column } from '../../components/list/table.tsx'
import { ToolHints } from '../../features/tools/tool-hints.tsx'
import { ToolName } from '../../features/tools/tool-name.tsx'
import { toolsPath, toolUrl } from '../../features/tools/tools-api.ts'
import { pageOf, pageSize, useFilters } from '../../filters.ts'
import { useRead } from '../../project.ts'

type ToolQuery = NonNullable<QueryOf<typeof toolsPath, 'get'>>

/** The tools of one toolkit, and what it can be woken by. */
export function ToolkitTools({ toolkit }: { toolkit: Toolkit }) {
  const { filters, set } = useFilters()
  const kind = filters.kind === 'triggers' ? 'triggers' : 'actions'
  const query: ToolQuery = {
    q: filters.q,
    toolkitSlug: toolkit.slug,
    kind,
    includeDeprecated: true,
    page: pageOf(filters),
    limit: pageSize,
    ...(filters.q ? {} : { sortBy: 'name', sortOrder: 'ASC' }),
  }
  const tools = useRead(
    ['tools', 'of-toolkit', query],
    (api, signal) => api.page(toolsPath, { query, signal }),
    { keepsPrevious: true },
  )
  return (
    <section className="stack" aria-label="Tools">
      <FilterBar hasFilters={Boolean(filters.q)} onClear={() => set({ q: undefined })}>
        <ListSearch label="Search by what a tool does" />
        {toolkit.triggerCount > 0 && (
          <SegmentedControl
            label="Show"
            value={kind}
            choices={[
              { value: 'actions', label: `Tools ${toolkit.toolCount}` },
              { value: 'triggers', label: `Triggers ${toolkit.triggerCount}` },
            ]}
            onChange={(chosen) => set({ kind: chosen === 'triggers' ? chosen : undefined })}
          />
        )}
      </FilterBar>
      <List
        label={kind === 'triggers' ? 'Triggers' : 'Tools'}
        query={tools}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ slug }) => toolUrl(slug)}
        hasFilters={Boolean(filters.q)}
        empty={
          <EmptyState icon={<Wrench size={24} aria-hidden />} title="No tools yet">
            A custom tool is a short script or an HTTP request with an input schema.
          </EmptyState>
        }
      />
    </section>
  )
}

const columns: Column<Tool>[] = [
  {
    id: 'name',
    header: 'Tool',
    cell: (tool) => <ToolName tool={tool} />,
  },
  { id: 'hints', header: 'Kind', rank: 2, cell: (tool) => <ToolHints tool={tool} /> },
]
