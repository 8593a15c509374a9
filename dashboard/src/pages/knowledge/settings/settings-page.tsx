import type { KnowledgeCollection } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { CopyId } from '../../../components/actions/copy-id.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { UndoSwitch } from '../../../components/form/undo-switch.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { Card, DescriptionList } from '../../../components/layout/page.tsx'
import { formatAmount, formatFileSize } from '../../../components/text/format-number.ts'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { actingHeaders, useApiAs } from '../../../features/end-users/act-as.ts'
import { EndUserName } from '../../../features/end-users/end-user-name.tsx'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { collectionPath, exposePath } from '../../../features/knowledge/knowledge-api.ts'
import { useRefresh } from '../../../project.ts'
import { NameFields, settingsDraftOf, settingsOf } from '../collection-fields.tsx'
import { CollectionFrame } from '../collection-frame.tsx'
import { FusionField } from './fusion-field.tsx'
import { GenerationsCard } from './generations-card.tsx'
import { IndexCard } from './index-card.tsx'

export const SettingsPage = () => (
  <CollectionFrame calls={callsOf}>
    {(collection) => (
      <div className="page-sides">
        <div className="stack">
          <SettingsForm key={collection.id} collection={collection} />
          <IndexCard key={`${collection.id} ${collection.generation}`} collection={collection} />
        </div>
        <div className="stack">
          <GenerationsCard collection={collection} />
          <CollectionFacts collection={collection} />
          <McpCard collection={collection} />
        </div>
      </div>
    )}
  </CollectionFrame>
)

function SettingsForm({ collection }: { collection: KnowledgeCollection }) {
  const api = useApiAs()
  const refresh = useRefresh()
  // The ETag from when it was opened: concurrent changes must not be overwritten.
  const [before, setBefore] = useState(collection)
  const form = useForm(settingsDraftOf(before))
  const { id } = before
  const save = form.submit(async (draft) => {
    const saved = await api.patch(collectionPath, {
      params: { id },
      body: settingsOf(draft),
      ifMatch: before.version,
    })
    setBefore(saved)
    toasts.success('Settings saved')
    await refresh(['knowledge'])
  })
  return (
    <Card title="Settings">
      <form className="form" noValidate onSubmit={save}>
        <NameFields form={form} />
        <FusionField form={form} />
        {form.failure !== null && <ErrorAlert error={form.failure} />}
        <div className="row">
          <Button type="submit" variant="primary" isBusy={form.isBusy}>
            Save settings
          </Button>
        </div>
      </form>
    </Card>
  )
}

function CollectionFacts({ collection }: { collection: KnowledgeCollection }) {
  const { id, externalUserId, chunkCount, sourceCount, sizeBytes, embeddingModel } = collection
  const { createdAt, updatedAt } = collection
  const nameOf = useEndUserNames([externalUserId])
  return (
    <Card title="Collection">
      <DescriptionList
        facts={[
          ['Sources', formatAmount(sourceCount)],
          ['Chunks', formatAmount(chunkCount)],
          ['Size', formatFileSize(sizeBytes)],
          ['Embedding model', <code key="model">{embeddingModel}</code>],
          ['Owner', <EndUserName key="owner" id={externalUserId} name={nameOf(externalUserId)} />],
          ['Created', <TimeAgo key="created" at={createdAt} />],
          ['Updated', <TimeAgo key="updated" at={updatedAt} />],
          ['ID', <CopyId key="id" id={id} />],
        ]}
      />
    </Card>
  )
}

function McpCard({ collection: { id, name, exposeViaMcp } }: { collection: KnowledgeCollection }) {
  const api = useApiAs()
  const refresh = useRefresh()
  return (
    <Card
      title="MCP"
      actions={
        <UndoSwitch
          name={`${name} over MCP`}
          isOn={exposeViaMcp}
          put={async (isOn) => {
            await api.patch(exposePath, { params: { id }, body: { exposeViaMcp: isOn } })
            await refresh(['knowledge'])
          }}
        />
      }
    >
      <p className="muted">MCP clients of this project can search the collection, and change nothing.</p>
    </Card>
  )
}

const callsOf = ({ id }: KnowledgeCollection) => {
  const options = { params: { id }, headers: actingHeaders() }
  return [
    { title: 'Retrieve', call: { method: 'GET', path: collectionPath, ...options } },
    {
      title: 'Update',
      call: { method: 'PATCH', path: collectionPath, ...options, body: { chunkSize: 800 } },
    },
    {
      title: 'Expose over MCP',
      call: { method: 'PATCH', path: exposePath, ...options, body: { exposeViaMcp: true } },
    },
  ] as const
}
