import { type ReactNode, useState } from 'react'
import { Button } from '../actions/button.tsx'
import { ErrorAlert } from '../feedback/error-alert.tsx'
import { TextField } from '../form/field.tsx'
import { DialogFoot } from './dialog.tsx'

type ConfirmFormProps = {
  confirmLabel: string
  variant: 'primary' | 'danger'
  /** What has to be typed first; for what cannot be undone. */
  typed: string | undefined
  children: ReactNode
  isBusy?: boolean
  failure?: unknown
  onConfirm(): void
  onClose(): void
}

/** What a dialog asks before it acts: the text, what has to be typed, and both buttons. */
export function ConfirmForm(props: ConfirmFormProps) {
  const { confirmLabel, variant, typed, children, isBusy = false, failure = null, onConfirm, onClose } = props
  const [text, setText] = useState('')
  const isReady = typed === undefined || text === typed
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && !isBusy) onConfirm()
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
          disabled={!isReady}
          hasInitialFocus={typed === undefined}
        >
          {confirmLabel}
        </Button>
      </DialogFoot>
    </form>
  )
}
