import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { type SubmitEvent, useState } from 'react'
import { Button, IconButton } from '../../../components/actions/button.tsx'

export type Navigation = { type: 'goto'; url: string } | { type: 'back' | 'forward' | 'reload' }

type AddressBarProps = { url: string; isDisabled: boolean; isBusy: boolean; go(to: Navigation): void }

const steps = [
  { type: 'back', label: 'Back', icon: <ArrowLeft size={16} aria-hidden /> },
  { type: 'forward', label: 'Forward', icon: <ArrowRight size={16} aria-hidden /> },
  { type: 'reload', label: 'Reload', icon: <RotateCw size={15} aria-hidden /> },
] as const

const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i

/** Where the session is, and where it goes. What is being typed is not overwritten by a page that moves on. */
export function AddressBar({ url, isDisabled, isBusy, go }: AddressBarProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const target = (typed ?? url).trim()
    if (isDisabled || isBusy || target === '') return
    go({ type: 'goto', url: isUrl.test(target) ? target : `https://${target}` })
    setTyped(null)
  }
  return (
    <form className="browser-bar" onSubmit={submit}>
      {steps.map(({ type, label, icon }) => (
        <IconButton key={type} label={label} icon={icon} disabled={isDisabled} onClick={() => go({ type })} />
      ))}
      <input
        className="input"
        data-mono=""
        aria-label="URL"
        placeholder="https://example.com"
        value={typed ?? url}
        readOnly={isDisabled}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        onFocus={(event) => event.target.select()}
        onBlur={() => setTyped(null)}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped(null)
        }}
      />
      {/* Pressed, it must not take the focus from the field before the form is sent: leaving the field discards its text. */}
      <Button
        type="submit"
        disabled={isDisabled}
        isBusy={isBusy}
        onMouseDown={(event) => event.preventDefault()}
      >
        Go
      </Button>
    </form>
  )
}
