import { type BodyOf, isStoaError, type StoredFile } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { Dialog, DialogFoot } from '../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { DateTimeField } from '../../components/form/date/date-time-field.tsx'
import { fromFieldTime, toFieldTime } from '../../components/form/date/field-time.ts'
import { AreaField, TextField } from '../../components/form/field.tsx'
import { parseJsonObject } from '../../components/form/parse-json-object.ts'
import { useForm } from '../../components/form/use-form.ts'
import { useApiAs } from '../../features/end-users/act-as.ts'
import { type ReadFile, readFile } from '../../features/files/use-file.ts'
import { useRefresh } from '../../project.ts'

type Texts = { name: string; expiresAt: string; metadata: string }

const textsOf = (file: StoredFile): Texts => ({
  name: file.name,
  expiresAt: toFieldTime(file.expiresAt),
  metadata: JSON.stringify(file.metadata, null, 2),
})

type Change = NonNullable<BodyOf<'/api/v1/file/{id}', 'patch'>>

/** Only what was changed in the form. */
function changesOf(texts: Texts, before: Texts): Change {
  return {
    ...(texts.name === before.name ? {} : { name: texts.name }),
    ...(texts.expiresAt === before.expiresAt
      ? {}
      : { expiresAt: fromFieldTime('expiresAt', texts.expiresAt) }),
    ...(texts.metadata === before.metadata
      ? {}
      : { metadata: parseJsonObject(texts.metadata, 'metadata', '{"year": 2026}') }),
  }
}

type EditFileProps = { read: ReadFile; owner: string | undefined; onClose(): void }

/** Saves on top of the state that was shown when the form opened, and of no other. */
export function EditFile({ read, owner, onClose }: EditFileProps) {
  const api = useApiAs(owner)
  const refresh = useRefresh()
  // The page reads on while the form is open; the form stays with what it began with.
  const [{ file, etag }, setBase] = useState(read)
  const form = useForm(textsOf(file))
  const save = form.submit(async (texts) => {
    const body = changesOf(texts, textsOf(file))
    if (Object.keys(body).length > 0) {
      await api.patch('/api/v1/file/{id}', { params: { id: file.id }, body, ifMatch: etag })
      toasts.success('File updated')
    }
    onClose()
    await refresh(['files'])
  })
  const isOutdated = isStoaError(form.failure) && form.failure.code === 'precondition_failed'
  const takeNew = form.attempt(async () => {
    const fresh = await readFile(api, file.id)
    setBase(fresh)
    form.set(textsOf(fresh.file))
  })
  return (
    <Dialog title={`Edit "${file.name}"`} onClose={onClose}>
      <form className="form" noValidate onSubmit={save}>
        <TextField {...form.bind('name')} label="Name" isRequired hasInitialFocus />
        <DateTimeField
          {...form.bind('expiresAt')}
          label="Expires"
          hint="The file is deleted automatically then. Leave empty for no expiry."
        />
        <AreaField
          {...form.bind('metadata')}
          label="Metadata"
          isMono
          rows={6}
          hint="A custom JSON object. Replaces the current metadata."
        />
        {form.failure !== null && (
          <ErrorAlert error={form.failure}>
            {isOutdated && <Button onClick={() => void takeNew()}>Reload the latest version</Button>}
          </ErrorAlert>
        )}
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={form.isBusy}>
            Save
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
