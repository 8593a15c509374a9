import type { KnowledgeCollection, KnowledgeTest, QueryOf } from '@stoa/sdk'
import ListChecks from 'lucide-react/icons/list-checks'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import Upload from 'lucide-react/icons/upload'
import { DialogButton } from '../../../components/actions/dialog-button.tsx'
import { RowMenu } from '../../../components/actions/row-menu.tsx'
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { Chip, Status } from '../../../components/feedback/status.tsx'
import { Filter, FilterBar } from '../../../components/list/filter-bar.tsx'
import { List } from '../../../components/list/list.tsx'
import { ListSearch } from '../../../components/list/list-search.tsx'
import type { Column } from '../../../components/list/table.tsx'
import { actAs, useApiAs } from '../../../features/end-users/act-as.ts'
import { evalsPath, testPath } from '../../../features/knowledge/knowledge-api.ts'
import { pageOf, pageSize, useFilters } from '../../../filters.ts'
import { useRead, useRefresh } from '../../../project.ts'
import { readableKey } from '../source/source-format.ts'
import { AddTest } from './add-test.tsx'
import { ImportTests } from './import-tests.tsx'

type ListQuery = NonNullable<QueryOf<typeof evalsPath, 'get'>>

const resultStates = {
  hit: { label: 'Hit', kind: 'good' },
  miss: { label: 'Miss', kind: 'bad' },
  orphaned: { label: 'Source deleted', kind: 'off' },
} as const

const choices = Object.entries(resultStates).map(([value, { label }]) => ({ value, label }))

export function TestsList({ collection }: { collection: KnowledgeCollection }) {
  const { filters, set } = useFilters()
  const { id } = collection
  const query = {
    q: filters.q,
    lastStatus: filters.status as ListQuery['lastStatus'],
    page: pageOf(filters),
    limit: pageSize,
  }
  const tests = useRead(
    ['knowledge', 'tests', id, query],
    (api, signal) => actAs(api).page(evalsPath, { params: { id }, query, signal }),
    { keepsPrevious: true },
  )
  const hasFilters = Boolean(filters.q || filters.status)
  const isEmpty = tests.data?.total === 0 && !hasFilters
  return (
    <section className="stack" aria-label="Retrieval tests">
      {!isEmpty && (
        <div className="source-bar">
          <FilterBar hasFilters={hasFilters} onClear={() => set({ q: undefined, status: undefined })}>
            <ListSearch label="Search by query or source" />
            <Filter
              label="Last result"
              value={filters.status ?? ''}
              choices={choices}
              onChange={(status) => set({ status })}
            />
          </FilterBar>
          <AddButtons collection={collection} />
        </div>
      )}
      <List
        label="Tests"
        query={tests}
        columns={columnsFor(id)}
        keyOf={(test) => test.id}
        hasFilters={hasFilters}
        empty={
          <EmptyState
            icon={<ListChecks size={24} aria-hidden />}
            title="Add the first retrieval test"
            action={<AddButtons collection={collection} />}
          >
            A test is a question with the source or text that a search must find. Five of them are enough to
            compare a new index with the current one before it is used. Results of the search playground can
            be saved as tests.
          </EmptyState>
        }
      />
    </section>
  )
}

const AddButtons = ({ collection }: { collection: KnowledgeCollection }) => (
  <div className="row">
    <DialogButton
      label="Import"
      icon={<Upload size={14} aria-hidden />}
      dialog={(close) => <ImportTests collectionId={collection.id} onClose={close} />}
    />
    <DialogButton
      label="Add test"
      variant="primary"
      icon={<Plus size={14} aria-hidden />}
      dialog={(close) => <AddTest collectionId={collection.id} onClose={close} />}
    />
  </div>
)

const columnsFor = (collectionId: string): Column<KnowledgeTest>[] => [
  {
    id: 'query',
    header: 'Question',
    cell: ({ query, sourceKey, mustContain, isRequired }) => (
      <span className="knowledge-name">
        <span className="truncate" dir="auto">
          {query} {isRequired && <Chip>required</Chip>}
        </span>
        <span className="small muted truncate">
          {[sourceKey && readableKey(sourceKey), mustContain && `“${mustContain}”`]
            .filter(Boolean)
            .join(', ')}
        </span>
      </span>
    ),
  },
  {
    id: 'last',
    header: 'Last result',
    cell: ({ lastStatus, lastRank }) =>
      lastStatus === null ? (
        <span className="muted">not run</span>
      ) : (
        <Status kind={resultStates[lastStatus].kind}>
          {resultStates[lastStatus].label}
          {lastRank !== null && <span className="muted number">at {lastRank}</span>}
        </Status>
      ),
  },
  {
    id: 'k',
    header: 'Top results',
    align: 'end',
    rank: 3,
    cell: ({ k }) => <span className="number">{k}</span>,
  },
  {
    id: 'menu',
    header: '',
    align: 'end',
    cell: (test) => <TestMenu collectionId={collectionId} test={test} />,
  },
]

function TestMenu({ collectionId, test }: { collectionId: string; test: KnowledgeTest }) {
  const api = useApiAs()
  const refresh = useRefresh()
  return (
    <RowMenu
      name={test.query}
      actions={[
        {
          label: 'Delete…',
          icon: Trash2,
          isDanger: true,
          dialog: (close) => (
            <ConfirmDialog
              title="Delete this test?"
              confirmLabel="Delete test"
              onClose={close}
              run={async () => {
                await api.delete(testPath, { params: { id: collectionId, testId: test.id } })
                await refresh(['knowledge', 'tests'])
              }}
            >
              <p>{test.query}</p>
            </ConfirmDialog>
          ),
        },
      ]}
    />
  )
}
