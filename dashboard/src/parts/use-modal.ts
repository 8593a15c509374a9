import { type MouseEvent, type SyntheticEvent, useEffect, useRef } from 'react'

/**
 * The browser's own modal dialog, open while it is rendered. It keeps the focus inside and takes Escape without the
 * style elements that other ways write into the page and our policy refuses. `close` is null while it must stay.
 */
export function useModal(close: (() => void) | null) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    const before = document.activeElement
    dialog?.showModal()
    return () => {
      dialog?.close()
      // What opened it may be gone by now, as an entry of a menu is.
      if (before instanceof HTMLElement && before.isConnected) before.focus()
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
