import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useCopy } from './use-copy.ts'
import './copy-id.css'

/** An id in full for programs, shortened for eyes, copied with one press. */
export function CopyId({
  id,
  label = 'id',
  isShort = false,
  text,
}: {
  id: string
  label?: string
  isShort?: boolean
  /** How it reads, where that is not how it is written. */
  text?: string
}) {
  const { isCopied, copy } = useCopy(id)
  // The last characters: ids of the same minute begin alike.
  const shown = text ?? (isShort && id.length > 12 ? `…${id.slice(-8)}` : id)
  return (
    <button
      type="button"
      className="copy-id"
      title={`Copy ${id}`}
      aria-label={`Copy ${label} ${shown}`}
      onClick={copy}
    >
      <span className="truncate">{shown}</span>
      {isCopied ? <Check size={12} aria-hidden /> : <Copy size={12} aria-hidden />}
    </button>
  )
}
