import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { type ReactNode, useState } from 'react'
import { Button } from '../actions/button.tsx'
import { useCopy } from '../actions/use-copy.ts'
import { Status } from '../feedback/status.tsx'
import { Checkbox } from '../form/field.tsx'
import { Dialog, DialogFoot } from './dialog.tsx'
import './secret-dialog.css'

type SecretDialogProps = {
  title: string
  value: string
  /** What the server stores of it, which is never the value itself. */
  note?: string
  /** How it is used. */
  children?: ReactNode
  onClose(): void
}

/** A value that is shown once. The dialog stays open until the user confirms that it is saved. */
export function SecretDialog({
  title,
  value,
  note = 'Only its hash is stored.',
  children,
  onClose,
}: SecretDialogProps) {
  const { isCopied, copy } = useCopy(value)
  const [isSaved, setSaved] = useState(false)
  return (
    <Dialog title={title} isPersistent onClose={onClose}>
      <p>
        <Status kind="warn">You will not be able to see this value again. {note}</Status>
      </p>
      <div className="secret-value">
        <code data-secret="">{value}</code>
        <Button
          variant="primary"
          icon={isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
          onClick={copy}
          hasInitialFocus
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      {children}
      <Checkbox name="saved" label="I saved it" isOn={isSaved} onChange={setSaved} />
      <DialogFoot>
        <Button disabled={!isSaved} onClick={onClose}>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
