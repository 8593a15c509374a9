import { useState } from 'react'

export type ComposerProps = { status: string; onSend(text: string): void; onStop(): void }

export function Composer({ status, onSend, onStop }: ComposerProps) {
  const [text, setText] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSend(text)
        setText('')
      }}
    >
      <input aria-label="Message" value={text} onChange={({ target }) => setText(target.value)} />
      <button type="submit">Send</button>
      <button type="button" onClick={onStop}>
        Stop
      </button>
      <output>{status}</output>
    </form>
  )
}
