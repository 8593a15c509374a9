import type { QueryOf } from '@stoa/sdk'
import SquareTerminal from 'lucide-react/icons/square-terminal'
import { CreateButton } from '../../../components/actions/create-button.tsx'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { List } from '../../../components/list/list.tsx'
import { actAs, actingHeaders } from '../../../features/end-users/act-as.ts'
import { SessionFilters } from '../../../features/end-users/session-filters.tsx'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { sessionsPath } from '../../../features/sandboxes/sandbox-paths.ts'
import { type Filters, pageOf, pageSize, useFilters, useOpenCreated } from '../../../filters.ts'
import { href } from '../../../href.ts'
import { useRead } from '../../../project.ts'
import { sandboxRoutes } from '../routes.ts'
import { SandboxTabs } from '../sandbox-tabs.tsx'
import { CreateSession } from './create-session.tsx'
import { sessionColumns } from './session-columns.tsx'
import { sessionStates } from './session-state.tsx'

type SessionQuery = NonNullable<QueryOf<typeof sessionsPath, 'get'>>

const createCall = {
  method: 'POST',
  path: sessionsPath,
  headers: { 'x-username': 'alice' },
  body: { maxDurationSec: 3600 },
} as const

const stateChoices = (['running', 'paused', 'ended'] as const).map((value) => ({
  value,
  label: sessionStates[value],
}))

export function SessionsPage() {
  const { filters, set } = useFilters()
  const openCreated = useOpenCreated()
  const query = {
    status: filters.status as SessionQuery['status'],
    threadId: filters.threadId,
    page: pageOf(filters),
    limit: pageSize,
  }
  const sessions = useRead(
    ['sandbox', 'sessions', query, filters.owner],
    (api, signal) => actAs(api, filters.owner).page(sessionsPath, { query, signal }),
    { keepsPrevious: true, refetchInterval: 5_000 },
  )
  const nameOf = useEndUserNames(sessions.data?.data.map(({ eUID }) => eUID) ?? [])
  const hasFilters = Boolean(filters.status || filters.threadId || filters.owner)
  const create = <CreateButton onClick={() => set({ new: '1' })}>Create session</CreateButton>
  return (
    <Page
      title="Sandbox sessions"
      about="Persistent interpreters with files that survive between scripts and server restarts."
      actions={create}
      calls={callsOf(filters)}
    >
      <SandboxTabs />
      <SessionFilters hasFilters={hasFilters} states={stateChoices} />
      <List
        label="Sandbox sessions"
        query={sessions}
        columns={sessionColumns(nameOf)}
        keyOf={({ id }) => id}
        linkOf={({ id }) => href(sandboxRoutes.session, { id })}
        hasFilters={hasFilters}
        empty={
          <EmptyState
            icon={<SquareTerminal size={24} aria-hidden />}
            title="No sessions yet"
            action={create}
            call={createCall}
          >
            A session preserves variables, functions and files from one script to the next. It pauses when
            idle and resumes on the next run.
          </EmptyState>
        }
      />
      {filters.new !== undefined && (
        <CreateSession
          onClose={() => set({ new: undefined })}
          onCreated={({ id }) => void openCreated(href(sandboxRoutes.session, { id }))}
        />
      )}
    </Page>
  )
}

const callsOf = (filters: Filters) =>
  [
    {
      title: 'List',
      call: {
        method: 'GET',
        path: sessionsPath,
        headers: actingHeaders(filters.owner),
        query: { status: filters.status, threadId: filters.threadId, page: filters.page },
      },
    },
    { title: 'Create', call: createCall },
    {
      title: 'Start the sandbox of a thread',
      call: {
        method: 'POST',
        path: '/api/v1/sandbox/threads/{threadId}/start',
        params: { threadId: 'support-42' },
      },
    },
  ] as const
