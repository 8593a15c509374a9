import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { Button } from '../../parts/button.tsx'
import { useCopy } from '../../parts/use-copy.ts'
import './connections.css'

/** An address to be taken elsewhere. */
export function CopyLine({ label, value }: { label: string; value: string }) {
  const { isCopied, copy } = useCopy(value)
  return (
    <label className="field">
      <span className="field-label">{label}</span>
      <span className="copy-line">
        <input
          className="input"
          data-mono=""
          readOnly
          value={value}
          onFocus={(event) => event.target.select()}
        />
        <Button
          icon={isCopied ? <Check size={13} aria-hidden /> : <Copy size={13} aria-hidden />}
          onClick={copy}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </span>
    </label>
  )
}
