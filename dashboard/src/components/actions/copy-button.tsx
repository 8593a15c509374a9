import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { Button } from './button.tsx'
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
