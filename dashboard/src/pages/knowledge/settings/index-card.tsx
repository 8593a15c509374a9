import type { BodyOf, KnowledgeCollection, KnowledgeStartedGeneration } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { SelectField, TextField } from '../../../components/form/field.tsx'
import { requiredNumber } from '../../../components/form/required-number.ts'
import { useForm } from '../../../components/form/use-form.ts'
import { Card } from '../../../components/layout/page.tsx'
import { formatAmount } from '../../../components/text/format-number.ts'
import { pluralize } from '../../../components/text/pluralize.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { generationsPath } from '../../../features/knowledge/knowledge-api.ts'
import { useRefresh } from '../../../project.ts'
import { ChunkFields, type IndexDraft, indexDraftOf } from '../collection-fields.tsx'

type StartBody = BodyOf<typeof generationsPath, 'post'>

const switchChoices = [
  { value: 'if_not_worse', label: 'If retrieval tests find no less' },
  { value: 'when_ready', label: 'As soon as it is built' },
  { value: 'manual', label: 'When I say so' },
]

const bodyOf = (draft: IndexDraft & { switch: string }): StartBody => ({
  embeddingModel: draft.embeddingModel.trim(),
  language: draft.language as 'auto',
  chunkSize: requiredNumber('chunkSize', draft.chunkSize),
  chunkOverlap: requiredNumber('chunkOverlap', draft.chunkOverlap),
  switch: draft.switch as 'manual',
})

/** What chunks and vectors are made with. A change is built beside what is searched; first it is said what it takes. */
export function IndexCard({ collection }: { collection: KnowledgeCollection }) {
  const api = useApiAs()
  const refresh = useRefresh()
  const form = useForm({ ...indexDraftOf(collection), switch: 'if_not_worse' })
  const [planned, setPlanned] = useState<{ body: StartBody; started: KnowledgeStartedGeneration } | null>(
    null,
  )
  const { id, nextGeneration } = collection
  const estimate = form.submit(async (draft) => {
    const body = bodyOf(draft)
    const started = await api.post(generationsPath, { params: { id }, body: { ...body, dryRun: true } })
    setPlanned({ body, started })
  })
  const build = form.submit(async () => {
    await api.post(generationsPath, { params: { id }, body: planned!.body })
    setPlanned(null)
    toasts.success('The new index is being built')
    await refresh(['knowledge'])
  })
  return (
    <Card title="Index">
      <form
        className="form"
        noValidate
        onSubmit={planned ? build : estimate}
        onChange={() => setPlanned(null)}
      >
        <TextField
          {...form.bind('embeddingModel')}
          label="Embedding model"
          isMono
          hint="As provider/model. local/use-lite runs on this server, costs nothing and reads English."
        />
        <ChunkFields form={form} />
        <SelectField
          {...form.bind('switch')}
          label="Use the new index"
          choices={switchChoices}
          hint="Searches use the current one until then, and you can roll back for 24 hours."
        />
        {planned && <EstimateLine started={planned.started} />}
        {form.failure !== null && <ErrorAlert error={form.failure} />}
        {nextGeneration === null ? (
          <div className="row">
            <Button type="submit" variant={planned ? 'primary' : 'secondary'} isBusy={form.isBusy}>
              {planned ? 'Build index' : 'Estimate'}
            </Button>
          </div>
        ) : (
          <p className="muted">
            Generation {nextGeneration} is on its way. Switch to it or discard it first.
          </p>
        )}
      </form>
    </Card>
  )
}

function EstimateLine({ started: { estimate } }: { started: KnowledgeStartedGeneration }) {
  const { sourceCount, chunkCount, tokenCount, credits, isExact } = estimate
  const about = isExact ? '' : 'about '
  return (
    <p role="status">
      {pluralize(sourceCount, 'source')} make {about}
      {pluralize(chunkCount, 'chunk')}. {formatAmount(tokenCount)} tokens are embedded
      {credits > 0 ? ` for ${about}${formatAmount(credits)} credits.` : ', which costs nothing.'}
    </p>
  )
}
