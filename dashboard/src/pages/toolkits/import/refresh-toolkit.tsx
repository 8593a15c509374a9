import type { Toolkit, ToolkitImport } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../../parts/button.tsx'
import { Dialog, DialogFoot } from '../../../parts/dialog.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Tick } from '../../../parts/field.tsx'
import { useProbe } from '../../../parts/probe-dialog.tsx'
import { SkeletonLines } from '../../../parts/skeleton.tsx'
import { Chips } from '../../../parts/status.tsx'
import { toasts } from '../../../parts/toast-store.ts'
import { useForm } from '../../../parts/use-form.ts'
import { useIsAdmin, useProject, useRefresh } from '../../../project.tsx'
import { toolkitPath } from '../toolkit-paths.ts'
import { Outcome } from './outcome.tsx'

/** Looks at what the address says today, and takes it over only when somebody wants it. */
export function RefreshToolkit({ toolkit, onClose }: { toolkit: Toolkit; onClose(): void }) {
  const { api } = useProject()
  const isAdmin = useIsAdmin()
  const refresh = useRefresh()
  const form = useForm({})
  const [acceptNewHosts, setAccept] = useState(false)
  const params = { id: toolkit.slug }
  const {
    data: preview,
    error,
    isFetching,
    again,
  } = useProbe(() => api.post(`${toolkitPath}/refresh`, { params, body: { dryRun: true } }))
  const newHosts = preview ? hostsThatAreNew(toolkit, preview) : []
  // Another path on the same host may belong to somebody else, too.
  const isMoved = newHosts.length > 0 || (preview !== undefined && preview.baseUrl !== toolkit.baseUrl)
  const take = form.attempt(async () => {
    const { isChanged, version } = await api.post(`${toolkitPath}/refresh`, {
      params,
      body: { acceptNewHosts },
    })
    toasts.tell(isChanged ? `${toolkit.name} updated to version ${version}` : 'No changes found')
    await refresh(['toolkit'], ['toolkits'], ['tools'], ['tool'])
    onClose()
  })
  return (
    <Dialog title={`Refresh ${toolkit.name}`} width="wide" onClose={onClose}>
      <p className="muted">
        From <code>{toolkit.sourceUrl}</code>. Nothing changes until you confirm.
      </p>
      {error ? (
        <Failure error={error} retry={again} />
      ) : preview && !isFetching ? (
        <Outcome
          outcome={preview}
          facts={newHosts.length > 0 ? [['New hosts', <Chips key="new" items={newHosts} none="" />]] : []}
        />
      ) : (
        <SkeletonLines count={4} />
      )}
      {isMoved && isAdmin && (
        <Tick
          name="acceptNewHosts"
          label="Allow sending credentials to the new hosts"
          hint="Only if you trust them."
          isOn={acceptNewHosts}
          onChange={setAccept}
        />
      )}
      {form.failure !== null && <Failure error={form.failure} />}
      <DialogFoot>
        <Button onClick={onClose}>{preview?.isChanged === false ? 'Done' : 'Cancel'}</Button>
        <Button
          look="primary"
          isBusy={form.isBusy}
          disabled={!preview?.isChanged}
          onClick={() => void take()}
        >
          Update to new version
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

/** Where nothing of it goes yet. */
function hostsThatAreNew({ authConfigDetails, baseUrl }: Toolkit, { allowedHosts }: ToolkitImport): string[] {
  const known = new Set(authConfigDetails.flatMap((each) => each.allowedHosts))
  const base = URL.parse(baseUrl ?? '')
  if (base) known.add(base.hostname)
  return allowedHosts.filter((host) => !known.has(host))
}
