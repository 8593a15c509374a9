import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Code } from '../../parts/code.tsx'
import { Dialog, DialogFoot } from '../../parts/dialog.tsx'
import { Tick } from '../../parts/field.tsx'
import { Status } from '../../parts/status.tsx'
import { useCopy } from '../../parts/use-copy.ts'
import './new-value.css'

type NewValueProps = {
  title: string
  value: string
  /** A path that the value opens, to try it on. */
  path?: string
  onClose(): void
}

/** A value that is shown this once. The dialog stays until somebody says that it is kept. */
export function NewValue({ title, value, path = '/api/v1/users/profile', onClose }: NewValueProps) {
  const { isCopied, copy } = useCopy(value)
  const [isSaved, setSaved] = useState(false)
  const curl = `curl ${location.origin}${path} -H 'x-api-key: ${value}'`
  return (
    <Dialog title={title} isHeld onClose={onClose}>
      <Status kind="warn">This value is shown only now. Only its hash is kept.</Status>
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
      <Code snippets={[{ label: 'Try it', text: curl }]} />
      <Tick name="saved" label="I saved it" isOn={isSaved} onChange={setSaved} />
      <DialogFoot>
        <Button disabled={!isSaved} onClick={onClose}>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
