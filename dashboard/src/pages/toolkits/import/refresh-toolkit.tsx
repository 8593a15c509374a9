import type { Toolkit, ToolkitImport } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { Dialog, DialogFoot } from '../../../components/dialog/dialog.tsx'
import { useProbe } from '../../../components/dialog/probe-dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { Chips } from '../../../components/feedback/status.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { Checkbox } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { toolkitPath } from '../../../features/toolkits/toolkits-api.ts'
import { useIsAdmin, useProject, useRefresh } from '../../../project.ts'
import { ImportPreview } from './import-preview.tsx'

/** Previews the current description at the URL, and applies it only when confirmed. */
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
  // Another path on the same host may belong to another owner.
  const isMoved = newHosts.length > 0 || (preview !== undefined && preview.baseUrl !== toolkit.baseUrl)
  const take = form.attempt(async () => {
    const { isChanged, version } = await api.post(`${toolkitPath}/refresh`, {
      params,
      body: { acceptNewHosts, sha256: preview!.sha256 },
    })
    toasts.success(isChanged ? `${toolkit.name} updated to version ${version}` : 'No changes found')
    await refresh(['toolkit'], ['toolkits'], ['tools'], ['tool'])
    onClose()
  })
  return (
    <Dialog title={`Refresh ${toolkit.name}`} width="wide" onClose={onClose}>
      <p className="muted">
        From <code>{toolkit.sourceUrl}</code>. Nothing changes until you confirm.
      </p>
      {error ? (
        <ErrorAlert error={error} retry={again} />
      ) : preview && !isFetching ? (
        <ImportPreview
          outcome={preview}
          facts={newHosts.length > 0 ? [['New hosts', <Chips key="new" items={newHosts} none="" />]] : []}
        />
      ) : (
        <SkeletonLines count={4} />
      )}
      {isMoved && isAdmin && (
        <Checkbox
          name="acceptNewHosts"
          label="Allow sending credentials to the new hosts"
          hint="Only if you trust them."
          isOn={acceptNewHosts}
          onChange={setAccept}
        />
      )}
      {form.failure !== null && <ErrorAlert error={form.failure} />}
      <DialogFoot>
        <Button onClick={onClose}>{preview?.isChanged === false ? 'Done' : 'Cancel'}</Button>
        <Button
          variant="primary"
          isBusy={form.isBusy}
          disabled={!preview?.isChanged}
          onClick={() => void take()}
        >
          {toolkit.provider === 'MCP' ? 'Approve changes' : 'Update to new version'}
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
