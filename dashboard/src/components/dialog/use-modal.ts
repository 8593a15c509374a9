import { type MouseEvent, type SyntheticEvent, useEffect, useRef } from 'react'

// Where the focus was before each dialog: one may follow another, whose fields are removed by the time it closes.
const openers = new WeakMap<Element, Element | null>()

const moves = ['focusin', 'keydown', 'pointerdown'] as const

function restoreFocus(before: Element | null): void {
  let target = before
  while (target && !target.isConnected) target = openers.get(target.closest('dialog') ?? target) ?? null
  if (target instanceof HTMLElement) target.focus()
  keepFocus()
}

/**
 * What was done may remove what it was opened from: a row, or a button of what is no longer selected. Then the focus is on the
 * page rather than nowhere, until it is moved.
 */
function keepFocus(): void {
  const main = document.querySelector<HTMLElement>('main')
  // Another dialog has the focus.
  if (!main || main.inert || document.querySelector('dialog:modal')) return
  const toMain = () => document.activeElement === document.body && main.focus({ preventScroll: true })
  toMain()
  const removals = new MutationObserver(toMain)
  removals.observe(document.body, { childList: true, subtree: true })
  const moved = (event: Event) => event.target !== main && stop()
  const stop = () => {
    removals.disconnect()
    for (const type of moves) document.removeEventListener(type, moved, { capture: true })
  }
  for (const type of moves) document.addEventListener(type, moved, { capture: true })
}

/**
 * The browser's own modal dialog, open while it is rendered. It traps the focus and handles Escape without the
 * style elements that other ways write into the page and our policy refuses. `close` is null while it must stay.
 */
export function useModal(close: (() => void) | null) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    // Mounted twice in development, its own field may have the focus already: that leads nowhere back.
    const focused = document.activeElement
    const before = dialog.contains(focused) ? null : focused
    openers.set(dialog, before)
    dialog.showModal()
    // Otherwise the browser takes the button that closes it.
    const first =
      dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector('input, select, textarea')
    // By itself the browser scrolls what is above the field out of sight, though both fit.
    first?.focus({ preventScroll: true })
    first?.scrollIntoView({ block: 'nearest' })
    return () => {
      dialog.close()
      restoreFocus(before)
    }
  }, [])
  return {
    ref,
    onCancel(event: SyntheticEvent<HTMLDialogElement>) {
      event.preventDefault()
      close?.()
    },
    /** The backdrop is the dialog itself; everything in it is one of its parts. */
    onMouseDown(event: MouseEvent<HTMLDialogElement>) {
      if (event.target === ref.current) close?.()
    },
  }
}
