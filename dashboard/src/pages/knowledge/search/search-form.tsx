import Search from 'lucide-react/icons/search'
import { Button } from '../../../components/actions/button.tsx'
import { TextField } from '../../../components/form/field.tsx'
import { SegmentedControl } from '../../../components/form/segmented-control.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { TextFilter, UrlSelect } from '../../../components/list/filter-bar.tsx'
import { useFilters } from '../../../filters.ts'
import { kindChoices } from '../sources/source-kind.tsx'

const modes = [
  { value: 'hybrid', label: 'Hybrid' },
  { value: 'vector', label: 'Vector' },
  { value: 'keyword', label: 'Keyword' },
]
const limits = ['5', '10', '20']

/** What is searched, in the URL: a search can be shared and gone back to. */
export function SearchForm() {
  const { filters, set } = useFilters()
  const form = useForm({ query: filters.q ?? '' })
  return (
    <div className="search-form">
      <form className="search-query" onSubmit={form.submit(async ({ query }) => set({ q: query.trim() }))}>
        <TextField
          {...form.bind('query')}
          label="Query"
          placeholder="When is a refund paid?"
          hasInitialFocus
        />
        <Button type="submit" variant="primary" icon={<Search size={14} aria-hidden />}>
          Search
        </Button>
      </form>
      <div className="row">
        <SegmentedControl
          label="Mode"
          value={filters.mode ?? 'hybrid'}
          choices={modes}
          onChange={(mode) => set({ mode })}
        />
        <UrlSelect label="Results" value={filters.limit ?? '5'} onChange={(limit) => set({ limit })}>
          {limits.map((limit) => (
            <option key={limit} value={limit}>
              {limit} results
            </option>
          ))}
        </UrlSelect>
        <UrlSelect label="Kind" value={filters.kind ?? ''} onChange={(kind) => set({ kind })}>
          <option value="">All kinds</option>
          {kindChoices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </UrlSelect>
        <TextFilter
          label="Metadata, product=shop"
          title="Only sources with this metadata, as name=value, separated by commas"
          value={filters.metadata ?? ''}
          onChange={(metadata) => set({ metadata })}
        />
      </div>
    </div>
  )
}
