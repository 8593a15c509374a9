// Who has waited this long has given up, and types for the page again.
const longestMs = 10_000

let typed = ''
let stop: (() => void) | null = null

/** What is typed from here on belongs to a dialog that is still being loaded. */
export function startTypeAhead(): void {
  stopTypeAhead()
  typed = ''
  const endsAt = performance.now() + longestMs
  const listen = (event: KeyboardEvent) => {
    const isOver =
      event.timeStamp > endsAt || event.key === 'Escape' || document.querySelector('dialog[open]')
    if (isOver) return stopTypeAhead()
    if (event.metaKey || event.ctrlKey || event.altKey) return
    if (event.key === 'Backspace') typed = typed.slice(0, -1)
    else if (event.key.length === 1) typed += event.key
    else return
    // On the page these keys would be shortcuts, and a space would scroll it.
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('keydown', listen, { capture: true })
  stop = () => document.removeEventListener('keydown', listen, { capture: true })
}

export const typedAhead = (): string => typed

/** The dialog is open, and its field has the focus. */
export function stopTypeAhead(): void {
  stop?.()
  stop = null
  typed = ''
}
