import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { type ReactNode, useState } from 'react'
import { Button } from '../actions/button.tsx'
import { useCopy } from '../actions/use-copy.ts'
import { Status } from '../feedback/status.tsx'
import { Tick } from '../form/field.tsx'
import { Dialog, DialogFoot } from './dialog.tsx'
import './secret-dialog.css'

type NewValueProps = {
  title: string
  value: string
  /** What is kept of it, which is never the value itself. */
  note?: string
  /** How it is used. */
  children?: ReactNode
  onClose(): void
}

/** A value that is shown this once. The dialog stays until somebody says that it is kept. */
export function NewValue({
  title,
  value,
  note = 'Only its hash is stored.',
  children,
  onClose,
}: NewValueProps) {
  const { isCopied, copy } = useCopy(value)
  const [isSaved, setSaved] = useState(false)
  return (
    <Dialog title={title} isHeld onClose={onClose}>
      <Status kind="warn">You will not be able to see this value again. {note}</Status>
      <div className="new-value">
        <code data-secret="">{value}</code>
        <Button
          look="primary"
          icon={isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
          onClick={copy}
          isFirst
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      {children}
      <Tick name="saved" label="I saved it" isOn={isSaved} onChange={setSaved} />
      <DialogFoot>
        <Button disabled={!isSaved} onClick={onClose}>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
