import type { KeyboardEvent } from 'react'
import type { MenuAlign } from './menu-position.ts'
import { useAnchoredPanel } from './use-anchored-panel.ts'

type PanelOptions = {
  by: HTMLElement
  /** Opened with the keyboard: the first item gets the focus. */
  withKeys: boolean
  align: MenuAlign
  onClose(restoresFocus: boolean): void
}

const itemsIn = (panel: HTMLElement): HTMLElement[] => [
  ...panel.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([aria-disabled])'),
]

/** Where a key leads from the item at that place: among the items, or to the next that begins with the letter. */
function nextItem(items: readonly HTMLElement[], at: number, key: string): HTMLElement | undefined {
  if (key === 'ArrowDown') return items[(at + 1) % items.length]
  if (key === 'ArrowUp') return items.at(at < 1 ? -1 : at - 1)
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  if (key.length !== 1 || key === ' ') return undefined
  const inOrder = [...items.slice(at + 1), ...items.slice(0, at + 1)]
  return inOrder.find((item) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()))
}

/** What a menu does while it is open: its place, its keys, and the ways out of it. */
export function useMenuPanel({ by, withKeys, align, onClose }: PanelOptions) {
  const ref = useAnchoredPanel({
    by,
    align,
    focusIn: (panel) => (withKeys ? itemsIn(panel)[0] : panel),
    onLeave: () => onClose(false),
  })
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') {
      // A dialog around it stays open.
      event.preventDefault()
      onClose(true)
    }
    // From the trigger the browser continues to what follows it.
    if (event.key === 'Tab') onClose(true)
    const items = itemsIn(event.currentTarget)
    const next = nextItem(items, items.indexOf(document.activeElement as HTMLElement), event.key)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return { ref, onKeyDown }
}
