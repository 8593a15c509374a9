import CirclePause from 'lucide-react/icons/circle-pause'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { TextField } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { useIsAdmin, useProject, useRead, useRefresh } from '../../../project.ts'
import { pausePath } from '../triggers-api.ts'
import './pause-triggers.css'

const usePause = () =>
  useRead(['triggers', 'pause'], (api, signal) => api.get(pausePath, { signal }), {
    refetchInterval: 10_000,
  }).data

/** Says on every page about triggers that none of them starts anything, and lets an admin resume them. */
export function PauseBanner() {
  const { api } = useProject()
  const refresh = useRefresh()
  const isAdmin = useIsAdmin()
  const [isBusy, setBusy] = useState(false)
  const pause = usePause()
  if (!pause?.isPaused) return null
  const resume = async () => {
    setBusy(true)
    try {
      await api.put(pausePath, { body: { isPaused: false } })
      toasts.success('Triggers resumed')
      await refresh(['triggers'])
    } catch (error) {
      toasts.error(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="pause-banner" role="status">
      <CirclePause size={18} aria-hidden />
      <p>
        <strong>All triggers of this project are paused</strong> since <TimeAgo at={pause.pausedAt} />
        {pause.reason ? `: ${pause.reason}` : '.'}
      </p>
      {isAdmin && (
        <Button isBusy={isBusy} onClick={() => void resume()}>
          Resume triggers
        </Button>
      )}
    </div>
  )
}

/** Stops everything that starts by itself; only admins may. */
export function PauseButton() {
  const isAdmin = useIsAdmin()
  const [isOpen, setOpen] = useState(false)
  const pause = usePause()
  if (!isAdmin || !pause || pause.isPaused) return null
  return (
    <>
      <Button
        variant="danger-outline"
        icon={<CirclePause size={15} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Pause all
      </Button>
      {isOpen && <PauseDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function PauseDialog({ onClose }: { onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const form = useForm({ reason: '' })
  const pause = form.submit(async ({ reason }) => {
    await api.put(pausePath, { body: { isPaused: true, reason } })
    toasts.success('Triggers paused')
    onClose()
    await refresh(['triggers'])
  })
  return (
    <FormDialog
      title="Pause all triggers?"
      submitLabel="Pause all triggers"
      variant="danger"
      form={form}
      onSubmit={pause}
      onClose={onClose}
    >
      <p>
        No trigger of this project starts anything until you resume them. Times and events that pass meanwhile
        are not made up for, queued invocations are cancelled, and webhooks return 503. Executions that run
        continue.
      </p>
      <TextField
        {...form.bind('reason')}
        label="Reason"
        placeholder="Unexpected charges"
        hint="Shown while triggers are paused."
        hasInitialFocus
      />
    </FormDialog>
  )
}
