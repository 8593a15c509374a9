import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { Button, IconButton } from './button.tsx'
import { useCopy } from './use-copy.ts'

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const { isCopied, copy } = useCopy(text)
  return (
    <Button
      variant="ghost"
      icon={isCopied ? <Check size={13} aria-hidden /> : <Copy size={13} aria-hidden />}
      onClick={copy}
    >
      {isCopied ? 'Copied' : label}
    </Button>
  )
}

/** The same in a row of icons. */
export function CopyIcon({ text, label }: { text: string; label: string }) {
  const { isCopied, copy } = useCopy(text)
  return (
    <IconButton
      label={isCopied ? 'Copied' : label}
      icon={isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      onClick={copy}
    />
  )
}
