import type { MediaJob, QueryOf } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import ImageIcon from 'lucide-react/icons/image'
import type { ReactNode } from 'react'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { useColumns } from '../../../components/list/column-picker.tsx'
import { CursorPagination } from '../../../components/list/cursor-pagination.tsx'
import { Filter, FilterBar } from '../../../components/list/filter-bar.tsx'
import { List } from '../../../components/list/list.tsx'
import { actAs, actingHeaders } from '../../../features/end-users/act-as.ts'
import { OwnerFilter } from '../../../features/end-users/owner-filter.tsx'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { hiddenByDefault, mediaColumns } from '../../../features/media/media-columns.tsx'
import { jobPath, jobsPath, mediaKinds } from '../../../features/media/media-kinds.ts'
import { mediaStates } from '../../../features/media/media-state.tsx'
import { type Filters, pageSize, useFilters } from '../../../filters.ts'
import { href } from '../../../href.ts'
import { useRead } from '../../../project.ts'
import { playgroundRoutes } from '../../playground/routes.ts'
import { ModelTabs } from '../model-tabs.tsx'
import { modelRoutes } from '../routes.ts'
import '../calls/calls.css'
import '../../../features/media/media.css'

type JobQuery = NonNullable<QueryOf<typeof jobsPath, 'get'>>

const filterNames = ['kind', 'status', 'owner'] as const
const cleared: Filters = Object.fromEntries(filterNames.map((name) => [name, undefined]))
const kindChoices = Object.entries(mediaKinds).map(([value, { label }]) => ({ value, label }))
const stateChoices = Object.entries(mediaStates).map(([value, { label }]) => ({ value, label }))

const imageCall = {
  method: 'POST',
  path: '/api/v1/ai/media/image',
  body: { prompt: 'A lighthouse at dawn' },
} as const
// Without a provider that makes images, the call would be refused: this one says what is missing.
const modelsCall = { method: 'GET', path: '/api/v1/ai/models', query: { kind: 'image' } } as const

export function MediaPage() {
  const { data: counts } = useRead(['model-summary'], (api, signal) =>
    api.get('/api/v1/ai/models/summary', { signal }),
  )
  const canGenerate = (counts?.image.available ?? 0) > 0
  const { filters } = useFilters()
  const { owner, ...shownQuery } = filters
  const query = {
    kind: filters.kind as JobQuery['kind'],
    status: filters.status as JobQuery['status'],
    cursor: filters.cursor,
    limit: pageSize,
  }
  const jobs = useRead(
    ['llm', 'media', query, owner],
    (api, signal) => actAs(api, owner).page(jobsPath, { query, signal }),
    { keepsPrevious: true, refetchInterval: 2_000 },
  )
  const nameOf = useEndUserNames(jobs.data?.data.map(({ eUID }) => eUID) ?? [])
  const { shown, picker } = useColumns<MediaJob>('media', mediaColumns(nameOf), hiddenByDefault)
  const hasFilters = filterNames.some((name) => filters[name])
  return (
    <Page
      title="Media"
      about="Every image, speech, transcription and video job with its cost. New jobs appear automatically."
      calls={[
        {
          title: 'List',
          call: { method: 'GET', path: jobsPath, query: shownQuery, headers: actingHeaders(owner) },
        },
        {
          title: 'Retrieve a job with its input',
          call: { method: 'GET', path: jobPath, headers: actingHeaders(owner) },
        },
      ]}
    >
      <ModelTabs />
      <MediaFilters hasFilters={hasFilters} picker={picker} />
      <List
        label="Media"
        query={jobs}
        columns={shown}
        keyOf={({ id }) => id}
        linkOf={({ id }) => href(modelRoutes.mediaJob, { id })}
        hasFilters={hasFilters || Boolean(filters.cursor)}
        pager={(page) => <CursorPagination shown={page} noun={page.total === 1 ? 'job' : 'jobs'} />}
        empty={
          <EmptyState
            icon={<ImageIcon size={24} aria-hidden />}
            title="No media jobs yet"
            action={
              <Link to={href(playgroundRoutes.media, { kind: 'image' })} className="button">
                Generate an image
              </Link>
            }
            call={canGenerate ? imageCall : modelsCall}
          >
            Image, speech, transcription and video jobs appear here when they start.
          </EmptyState>
        }
      />
    </Page>
  )
}

function MediaFilters({ hasFilters, picker }: { hasFilters: boolean; picker: ReactNode }) {
  const { filters, set } = useFilters()
  return (
    <FilterBar hasFilters={hasFilters} onClear={() => set(cleared)}>
      <Filter
        label="Kind"
        value={filters.kind ?? ''}
        choices={kindChoices}
        onChange={(kind) => set({ kind })}
      />
      <Filter
        label="State"
        value={filters.status ?? ''}
        choices={stateChoices}
        onChange={(status) => set({ status })}
      />
      <OwnerFilter value={filters.owner ?? ''} onChange={(next) => set({ owner: next })} />
      {picker}
    </FilterBar>
  )
}
