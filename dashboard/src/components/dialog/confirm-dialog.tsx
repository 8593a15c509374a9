import { type ReactNode, useState } from 'react'
import { Button } from '../actions/button.tsx'
import { Failure } from '../feedback/error-alert.tsx'
import { TextField } from '../form/field.tsx'
import { Dialog, DialogFoot } from './dialog.tsx'

type ConfirmProps = {
  title: string
  children: ReactNode
  confirmLabel: string
  look?: 'primary' | 'danger'
  /** What has to be typed first; for what cannot be undone. */
  typed?: string
  run(): Promise<unknown>
  onClose(): void
  /** After it is done; closes unless told otherwise. */
  onDone?(): void
}

/** Asks before something that cannot be taken back; a failure stays in the dialog, where it can be tried again. */
export function Confirm({
  title,
  children,
  confirmLabel,
  look = 'danger',
  typed,
  run,
  onClose,
  onDone = onClose,
}: ConfirmProps) {
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
            isFirst
          />
        )}
        {failure !== null && <Failure error={failure} />}
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look={look}
            isBusy={isBusy}
            disabled={typed !== undefined && text !== typed}
            isFirst={typed === undefined}
          >
            {confirmLabel}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
