import { type ReactNode, useState } from 'react'
import { ConfirmForm } from './confirm-form.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = {
  title: string
  children: ReactNode
  confirmLabel: string
  variant?: 'primary' | 'danger'
  /** What has to be typed first; for what cannot be undone. */
  typed?: string
  run(): Promise<unknown>
  onClose(): void
  /** After it is done; closes by default. */
  onDone?(): void
}

/** Confirms what cannot be undone; an error stays in the dialog, where it can be retried. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  variant = 'danger',
  typed,
  run,
  onClose,
  onDone = onClose,
}: ConfirmDialogProps) {
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await run()
      onDone()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <ConfirmForm
        confirmLabel={confirmLabel}
        variant={variant}
        typed={typed}
        isBusy={isBusy}
        failure={failure}
        onConfirm={() => void confirm()}
        onClose={onClose}
      >
        {children}
      </ConfirmForm>
    </Dialog>
  )
}
