import type { ExternalUser, QueryOf } from '@stoa/sdk'
import Users from 'lucide-react/icons/users'
import { CreateButton } from '../../components/actions/create-button.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { Page } from '../../components/layout/page.tsx'
import { useColumns } from '../../components/list/column-picker.tsx'
import type { Days } from '../../components/list/day-presets.ts'
import { List } from '../../components/list/list.tsx'
import { useDayBounds } from '../../components/list/use-day-bounds.ts'
import { useSelection } from '../../components/list/use-selection.ts'
import { type Filters, pageOf, pageSize, useFilters, useOpenCreated } from '../../filters.ts'
import { href } from '../../href.ts'
import { useRead } from '../../project.ts'
import { EndUserBulkActions } from './bulk-actions.tsx'
import { columns, hiddenByDefault } from './columns.tsx'
import { CreateEndUser } from './create-end-user.tsx'
import { EndUserFilters, filterNames } from './end-user-filters.tsx'
import { endUserRoutes } from './routes.ts'

type ListQuery = NonNullable<QueryOf<'/api/v1/external-users', 'get'>>

const path = '/api/v1/external-users'
const createCall = { method: 'POST', path, body: { name: 'alice' } } as const

/** The filters in the URL as the API takes them. */
const queryOf = (filters: Filters, days: Days) => ({
  q: filters.q,
  channel: filters.channel,
  source: filters.source ? (filters.source.split(',') as NonNullable<ListQuery['source']>) : undefined,
  isActive: filters.isActive === undefined ? undefined : filters.isActive === 'true',
  ...days,
  activeEuid: filters.activeEuid,
  sortBy: (filters.sortBy ?? 'createdAt') as NonNullable<ListQuery['sortBy']>,
  sortOrder: (filters.sortOrder ?? 'DESC') as 'ASC' | 'DESC',
  page: pageOf(filters),
  limit: pageSize,
})

const nameOf = ({ name }: ExternalUser): string => name
const idOf = ({ id }: ExternalUser): string => id

export function EndUsersPage() {
  const { filters, set } = useFilters()
  const openCreated = useOpenCreated()
  const isCreating = filters.new !== undefined
  // In the URL, so that the palette and links lead to it.
  const setCreating = (isOpen: boolean) => set({ new: isOpen ? '1' : undefined })
  const { shown, picker } = useColumns('end-users', columns, hiddenByDefault)
  const days = useDayBounds()
  const query = queryOf(filters, days)
  const users = useRead(['end-users', query], (api, signal) => api.page(path, { query, signal }), {
    keepsPrevious: true,
    refetchInterval: 10_000,
  })
  const selection = useSelection<ExternalUser>(nameOf, idOf)
  const hasFilters = filterNames.some((name) => filters[name])
  const create = <CreateButton onClick={() => setCreating(true)}>Add end user</CreateButton>
  return (
    <Page
      title="End users"
      about="The users of your product. A request with a new x-username creates one automatically."
      actions={create}
      calls={[
        { title: 'List', call: { method: 'GET', path, query: { ...filters, ...days, new: undefined } } },
        { title: 'Create or get by name', call: createCall },
      ]}
    >
      <EndUserFilters hasFilters={hasFilters} picker={picker} />
      <EndUserBulkActions selection={selection} />
      <List
        label="End users"
        query={users}
        columns={shown}
        keyOf={({ id }) => id}
        linkOf={({ id }) => href(endUserRoutes.detail, { id })}
        selection={selection}
        sort={{ by: query.sortBy, order: query.sortOrder }}
        hasFilters={hasFilters}
        empty={
          <EmptyState
            icon={<Users size={24} aria-hidden />}
            title="No end users yet"
            action={create}
            call={createCall}
          >
            Any request can act as one of your users. Files, connections and usage are separate per user.
          </EmptyState>
        }
      />
      {isCreating && (
        <CreateEndUser
          onClose={() => setCreating(false)}
          onCreated={(id) => void openCreated(href(endUserRoutes.detail, { id }))}
        />
      )}
    </Page>
  )
}
