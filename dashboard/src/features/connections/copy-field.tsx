import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { Button } from '../../components/actions/button.tsx'
import { useCopy } from '../../components/actions/use-copy.ts'
import { Field } from '../../components/form/field.tsx'
import './connections.css'

/** A URL to copy. */
export function CopyField({ label, value, hint }: { label: string; value: string; hint?: string }) {
  const { isCopied, copy } = useCopy(value)
  return (
    <Field label={label} name="copied" hint={hint}>
      {(described) => (
        <span className="copy-field">
          <input
            {...described}
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
      )}
    </Field>
  )
}
