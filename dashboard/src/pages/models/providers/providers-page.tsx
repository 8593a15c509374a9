import type { LlmProvider, SavedLlmProvider } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { CreateButton } from '../../../components/actions/create-button.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { Page } from '../../../components/layout/page.tsx'
import { Filter, FilterBar } from '../../../components/list/filter-bar.tsx'
import { ListSearch } from '../../../components/list/list-search.tsx'
import { QueryTable } from '../../../components/list/query-table.tsx'
import type { Column } from '../../../components/list/table.tsx'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { ProviderName, ProviderState, providerName } from '../../../features/models/provider-state.tsx'
import { providersPath, useProviders } from '../../../features/models/use-providers.ts'
import { useFilters } from '../../../filters.ts'
import { useIsAdmin } from '../../../project.ts'
import { ModelTabs } from '../model-tabs.tsx'
import { SyncModels } from '../sync-models.tsx'
import { AddProvider } from './add-provider.tsx'
import { ProviderForm } from './provider-form.tsx'
import { ProviderStates } from './provider-health.tsx'
import { type OpenDialog, ProviderMenu } from './provider-menu.tsx'
import { ProviderSwitch } from './provider-switch.tsx'
import { providerPath, RemoveProvider } from './remove-provider.tsx'
import { TestProvider, testPath } from './test-provider.tsx'
import './providers.css'

const stateChoices = [
  { value: 'ready', label: 'Available' },
  { value: 'none', label: 'Not configured' },
]

const calls = [
  { title: 'List', call: { method: 'GET', path: providersPath } },
  {
    title: 'Configure or rotate keys',
    call: { method: 'PUT', path: providersPath, body: { name: 'openai', apiKeys: ['sk-…'] } },
  },
  {
    title: 'Add an OpenAI-compatible server',
    call: {
      method: 'PUT',
      path: providersPath,
      body: { name: 'lab', kind: 'openai-compatible', baseUrl: 'https://llm.example.com/v1' },
    },
  },
  {
    title: 'Test connection',
    call: { method: 'POST', path: testPath, params: { name: 'openai' }, body: {} },
  },
  { title: 'Remove', call: { method: 'DELETE', path: providerPath, params: { name: 'openai' } } },
] as const

/** Those that can be called first, then by name. */
const inOrder = (providers: readonly LlmProvider[]) =>
  [...providers].sort(
    (a, b) =>
      Number(b.source !== 'none') - Number(a.source !== 'none') ||
      providerName(a.name).localeCompare(providerName(b.name)),
  )

export const ProvidersPage = () => (useIsAdmin() ? <ProviderSettings /> : <ProviderStates />)

function ProviderSettings() {
  const { filters, set } = useFilters()
  const query = useProviders()
  const { data } = query
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null)
  const words = (filters.q ?? '').toLowerCase()
  const shown =
    data &&
    inOrder(data).filter(
      ({ name, isConfigured }) =>
        `${name} ${providerName(name)}`.toLowerCase().includes(words) &&
        (!filters.state || isConfigured === (filters.state === 'ready')),
    )
  return (
    <Page
      title="Providers"
      about="Model providers. Project settings override operator settings. Keys are stored encrypted and never shown."
      actions={
        <>
          <SyncModels />
          <CreateButton onClick={() => set({ new: '1' })}>Add provider</CreateButton>
        </>
      }
      calls={calls}
    >
      <ModelTabs />
      <FilterBar
        hasFilters={Boolean(filters.q || filters.state)}
        onClear={() => set({ q: undefined, state: undefined })}
      >
        <ListSearch label="Search by name" />
        <Filter
          label="State"
          value={filters.state ?? ''}
          choices={stateChoices}
          onChange={(state) => set({ state })}
        />
      </FilterBar>
      <QueryTable
        query={query}
        label="Providers"
        columns={columns(setOpenDialog)}
        rows={shown}
        keyOf={({ name }) => name}
        onOpen={({ name, source }) => setOpenDialog(initialDialog(name, source))}
        onClear={() => set({ q: undefined, state: undefined })}
      />
      {filters.new !== undefined && data && (
        <AddProvider
          providers={data}
          onClose={() => set({ new: undefined })}
          onSaved={(saved) => {
            set({ new: undefined })
            testSaved(saved, setOpenDialog)
          }}
        />
      )}
      <ProviderDialog providers={data ?? []} openDialog={openDialog} onOpenDialog={setOpenDialog} />
    </Page>
  )
}

const initialDialog = (name: string, source: LlmProvider['source']): OpenDialog => ({
  what: source === 'built-in' ? 'test' : 'edit',
  name,
})

/** A key that does not work must be seen here, and not by the first end user. */
function testSaved(
  { name, isConfigured, sync }: SavedLlmProvider,
  onOpenDialog: (openDialog: OpenDialog) => void,
) {
  toasts.success(
    sync && sync.error === null
      ? `${providerName(name)} saved, with ${sync.models} models`
      : `${providerName(name)} saved`,
  )
  if (sync?.error) toasts.error(`The models of ${providerName(name)} cannot be listed: ${sync.error}`)
  if (isConfigured) onOpenDialog({ what: 'test', name })
}

type ProviderDialogProps = {
  providers: readonly LlmProvider[]
  openDialog: OpenDialog | null
  onOpenDialog(openDialog: OpenDialog | null): void
}

function ProviderDialog({ providers, openDialog, onOpenDialog }: ProviderDialogProps) {
  const provider = providers.find(({ name }) => name === openDialog?.name)
  if (!openDialog || !provider) return null
  const close = () => onOpenDialog(null)
  if (openDialog.what === 'test') return <TestProvider provider={provider} onClose={close} />
  if (openDialog.what === 'remove') return <RemoveProvider provider={provider} onClose={close} />
  return (
    <ProviderForm
      provider={provider}
      onClose={close}
      onSaved={(saved) => {
        close()
        testSaved(saved, onOpenDialog)
      }}
    />
  )
}

const columns = (onOpenDialog: (openDialog: OpenDialog) => void): Column<LlmProvider>[] => [
  { id: 'name', header: 'Provider', cell: ({ name }) => <ProviderName name={name} /> },
  { id: 'state', header: 'State', cell: (provider) => <ProviderState provider={provider} /> },
  { id: 'keys', header: 'Keys', rank: 2, cell: (provider) => <Keys provider={provider} /> },
  {
    id: 'address',
    header: 'Base URL',
    rank: 3,
    cell: ({ baseUrl }) =>
      baseUrl === null ? (
        <span className="muted">default</span>
      ) : (
        <span className="mono small provider-address truncate">{baseUrl}</span>
      ),
  },
  { id: 'on', header: 'Enabled', rank: 2, cell: (provider) => <ProviderSwitch provider={provider} /> },
  {
    id: 'test',
    header: 'Connection',
    rank: 2,
    cell: ({ name, isConfigured }) =>
      isConfigured ? (
        <Button
          aria-label={`Test ${providerName(name)}`}
          onClick={() => onOpenDialog({ what: 'test', name })}
        >
          Test
        </Button>
      ) : (
        <Button
          aria-label={`Configure ${providerName(name)}`}
          onClick={() => onOpenDialog({ what: 'edit', name })}
        >
          Configure
        </Button>
      ),
  },
  {
    id: 'menu',
    header: '',
    align: 'end',
    cell: (provider) => <ProviderMenu provider={provider} onOpenDialog={onOpenDialog} />,
  },
]

function Keys({ provider: { keys, source, environment } }: { provider: LlmProvider }) {
  if (source === 'none') {
    return environment.length > 0 ? (
      <span className="muted small">
        none, or set <code>{environment[0]}</code>
      </span>
    ) : null
  }
  if (source !== 'project')
    return <span className="muted">{source === 'built-in' ? 'not required' : 'set'}</span>
  if (keys.length === 0) return <span className="muted">none</span>
  return (
    <span className="provider-name">
      <span className="mono small">{keys.map(({ last4 }) => `…${last4 ?? ''}`).join(' ')}</span>
      <span className="muted small">
        <TimeAgo at={keys[0]!.updatedAt} />
      </span>
    </span>
  )
}
