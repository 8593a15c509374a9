import type { SignedUrl, StoredFile } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { CodeBlock } from '../../components/code/code-block.tsx'
import { Dialog, DialogFoot } from '../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SelectField, TextField } from '../../components/form/field.tsx'
import { requiredNumber } from '../../components/form/required-number.ts'
import { useForm } from '../../components/form/use-form.ts'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { useApiAs } from '../../features/end-users/act-as.ts'

const lives = [
  { value: '300', label: '5 minutes' },
  { value: '3600', label: '1 hour' },
  { value: '28800', label: '8 hours' },
  { value: '86400', label: '1 day' },
  { value: 'own', label: 'Custom' },
]

type SignedLinkDialogProps = { file: StoredFile; owner: string | undefined; onClose(): void }

/** A link for a reader without a key. It cannot be revoked, so it expires. */
export function SignedLinkDialog({ file, owner, onClose }: SignedLinkDialogProps) {
  const api = useApiAs(owner)
  const [created, setCreated] = useState<SignedUrl | null>(null)
  const form = useForm({ life: '3600', ttlSec: '' })
  const create = form.submit(async ({ life, ttlSec }) => {
    const body = { ttlSec: life === 'own' ? requiredNumber('ttlSec', ttlSec) : Number(life) }
    setCreated(await api.post('/api/v1/file/{id}/signed-url', { params: { id: file.id }, body }))
  })
  if (created) return <CreatedLink file={file} link={created} onClose={onClose} />
  return (
    <Dialog title={`Link to "${file.name}"`} onClose={onClose}>
      <form className="form" noValidate onSubmit={create}>
        <p>
          Anyone with the link can download this file without an API key until it expires. To revoke it
          earlier, delete the file.
        </p>
        <SelectField {...form.bind('life')} label="Expires in" choices={lives} />
        {form.values.life === 'own' && (
          <TextField
            {...form.bind('ttlSec')}
            label="Seconds"
            type="number"
            placeholder="600"
            hint="At most 86400 (one day)."
          />
        )}
        {form.failure !== null && <ErrorAlert error={form.failure} />}
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={form.isBusy}>
            Create link
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

const CreatedLink = ({ file, link, onClose }: { file: StoredFile; link: SignedUrl; onClose(): void }) => (
  <Dialog title={`Link to "${file.name}"`} width="wide" onClose={onClose}>
    <CodeBlock
      snippets={[
        { label: 'Link', text: link.url },
        { label: 'curl', text: `curl -OJ '${link.url}'` },
      ]}
    />
    <p className="muted">
      Expires <TimeAgo at={link.expiresAt} />.
    </p>
    <DialogFoot>
      <Button variant="primary" onClick={onClose} hasInitialFocus>
        Done
      </Button>
    </DialogFoot>
  </Dialog>
)
