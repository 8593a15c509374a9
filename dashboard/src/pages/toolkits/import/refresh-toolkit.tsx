import type { Toolkit } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../../parts/button.tsx'
import { Dialog, DialogFoot } from '../../../parts/dialog.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Tick } from '../../../parts/field.tsx'
import { useProbe } from '../../../parts/probe-dialog.tsx'
import { SkeletonLines } from '../../../parts/skeleton.tsx'
import { toasts } from '../../../parts/toast-store.ts'
import { useForm } from '../../../parts/use-form.ts'
import { useProject, useRefresh } from '../../../project.tsx'
import { toolkitPath } from '../toolkit-paths.ts'
import { Outcome } from './outcome.tsx'

/** Looks at what the address says today, and takes it over only when somebody wants it. */
export function RefreshToolkit({ toolkit, onClose }: { toolkit: Toolkit; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const form = useForm({})
  const [acceptNewHosts, setAccept] = useState(false)
  const params = { id: toolkit.slug }
  const { data: preview, error } = useProbe(() =>
    api.post(`${toolkitPath}/refresh`, { params, body: { dryRun: true } }),
  )
  const take = form.attempt(async () => {
    const { isChanged } = await api.post(`${toolkitPath}/refresh`, { params, body: { acceptNewHosts } })
    toasts.tell(isChanged ? `${toolkit.name} has a new version` : 'Nothing has changed')
    await refresh(['toolkit'], ['tools'])
    onClose()
  })
  return (
    <Dialog title={`Read ${toolkit.name} again`} width="wide" onClose={onClose}>
      <p className="muted">
        From <code>{toolkit.sourceUrl}</code>
      </p>
      {error ? (
        <Failure error={error} />
      ) : preview ? (
        <Outcome outcome={preview} />
      ) : (
        <SkeletonLines count={4} />
      )}
      <Tick
        name="acceptNewHosts"
        label="Let credentials go to hosts that are new in it"
        hint="Only when you know them. For admins."
        isOn={acceptNewHosts}
        onChange={setAccept}
      />
      {form.failure !== null && <Failure error={form.failure} />}
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="primary"
          isBusy={form.isBusy}
          disabled={!preview?.isChanged}
          onClick={() => void take()}
        >
          Take the new version
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
