import type { BodyOf, KnowledgeCollection } from '@stoa/sdk'
import SearchIcon from 'lucide-react/icons/search'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { pluralize } from '../../../components/text/pluralize.ts'
import { actAs, actingHeaders } from '../../../features/end-users/act-as.ts'
import { searchPath } from '../../../features/knowledge/knowledge-api.ts'
import { type Filters, useFilters } from '../../../filters.ts'
import { useRead } from '../../../project.ts'
import { CollectionFrame } from '../collection-frame.tsx'
import { metadataFilter } from './metadata-filter.ts'
import { ResultView } from './result-view.tsx'
import { SearchForm } from './search-form.tsx'

type SearchBody = BodyOf<typeof searchPath, 'post'>

/** The search of the URL, as the API takes it. */
function bodyOf(filters: Filters): SearchBody {
  const metadata = metadataFilter(filters.metadata)
  const kinds = filters.kind ? { kinds: [filters.kind as 'text'] } : {}
  const narrowing = { ...kinds, ...(metadata ? { metadata } : {}) }
  return {
    query: filters.q ?? '',
    mode: (filters.mode ?? 'hybrid') as NonNullable<SearchBody['mode']>,
    limit: Number(filters.limit ?? 5),
    ...(Object.keys(narrowing).length > 0 ? { filters: narrowing } : {}),
  }
}

export function SearchPage() {
  const { filters } = useFilters()
  const call = (id: string) => ({
    title: 'Search',
    call: {
      method: 'POST',
      path: searchPath,
      params: { id },
      headers: actingHeaders(),
      body: { ...bodyOf(filters), query: filters.q ?? 'When is a refund paid?' },
    } as const,
  })
  return (
    <CollectionFrame calls={({ id }) => [call(id)]}>
      {(collection) => (
        <>
          <SearchForm />
          <Results collection={collection} body={bodyOf(filters)} />
        </>
      )}
    </CollectionFrame>
  )
}

function Results({ collection, body }: { collection: KnowledgeCollection; body: SearchBody }) {
  const { id } = collection
  const isEnabled = body.query !== ''
  const { data, error, refetch, isPlaceholderData } = useRead(
    ['knowledge', 'search', id, body],
    (api, signal) => actAs(api).post(searchPath, { params: { id }, body, signal }),
    { isEnabled, keepsPrevious: true },
  )
  if (!isEnabled)
    return (
      <EmptyState icon={<SearchIcon size={24} aria-hidden />} title="Search as your agents do">
        Type a question or a few words. Each result shows its score, the words that matched, and where it is
        in its source.
      </EmptyState>
    )
  if (error) return <ErrorAlert error={error} retry={() => void refetch()} />
  if (!data) return <SkeletonLines count={8} />
  return (
    <section className="stack" aria-label="Results" data-stale={isPlaceholderData ? '' : undefined}>
      <p className="muted" role="status">
        {data.length === 0
          ? 'No passage matches. Try other words, or fewer filters.'
          : pluralize(data.length, 'passage')}
      </p>
      <ol className="results">
        {data.map((result, at) => (
          <ResultView
            key={`${body.query} ${result.chunkId}`}
            query={body.query}
            result={result}
            rank={at + 1}
          />
        ))}
      </ol>
    </section>
  )
}
