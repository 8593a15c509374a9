// Fields are checked by the server, and the code editor is loaded when the first one is shown.
const waitMs = 15_000
const everyMs = 50

const faultyField = () =>
  document.querySelector<HTMLElement>(
    '.flow-panel :is([aria-invalid="true"], .code-editor[data-invalid] .code-editor-host)',
  )

function focus(field: HTMLElement): boolean {
  const isCode = field.classList.contains('code-editor-host')
  const target = isCode ? field.shadowRoot?.querySelector<HTMLElement>('.cm-content') : field
  if (!target) return false
  const fold = field.closest('details')
  if (fold) fold.open = true
  field.scrollIntoView({ block: 'center' })
  target.focus({ preventScroll: true })
  return true
}

/** Focuses the first field of the panel that something is wrong with, as soon as it is there and unless the user acts before. */
export function focusFault(): void {
  const until = performance.now() + waitMs
  const stop = () => {
    clearInterval(timer)
    for (const name of ['pointerdown', 'keydown']) removeEventListener(name, stop)
  }
  const timer = setInterval(() => {
    const field = faultyField()
    if ((field && focus(field)) || performance.now() > until) stop()
  }, everyMs)
  for (const name of ['pointerdown', 'keydown']) addEventListener(name, stop, { once: true })
}
