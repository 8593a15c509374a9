import { type ReactNode, useState } from 'react'
import { Button } from '../actions/button.tsx'
import { ErrorAlert } from '../feedback/error-alert.tsx'
import { TextField } from '../form/field.tsx'
import { Dialog, DialogFoot } from './dialog.tsx'

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
  const [text, setText] = useState('')
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
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy && (typed === undefined || text === typed)) void confirm()
        }}
      >
        <div className="stack">{children}</div>
        {typed !== undefined && (
          <TextField
            label={`Type "${typed}" to confirm`}
            name="typed"
            value={text}
            onChange={setText}
            isMono
            hasInitialFocus
          />
        )}
        {failure !== null && <ErrorAlert error={failure} />}
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant={variant}
            isBusy={isBusy}
            disabled={typed !== undefined && text !== typed}
            hasInitialFocus={typed === undefined}
          >
            {confirmLabel}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
