import { useEffect, useRef } from 'react'
import { isTyping } from '../components/actions/is-typing.ts'

export type ShortcutActions = {
  openPalette(): void
  openShortcuts(): void
  goTo(key: string): void
}

// After g a letter is awaited this long.
const chordMs = 1_200

/** Moves among the rows of the list on the page, from wherever the focus is. */
function moveInList(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('main [data-row-link]')]
  const current = document.activeElement
    ?.closest('tr, [data-row]')
    ?.querySelector<HTMLElement>('[data-row-link]')
  const at = current ? links.indexOf(current) : step === 1 ? -1 : links.length
  const next = links[at + step]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

/** The shortcuts that work on every page, except while typing or while a dialog or a menu is open. */
export function useShortcuts(actions: ShortcutActions): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    let chordUntil = 0
    const listen = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        latest.current.openPalette()
        return
      }
      if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return
      if (isTyping(event) || document.querySelector('dialog[open], [role="menu"]')) return
      if (event.timeStamp < chordUntil) {
        chordUntil = 0
        latest.current.goTo(event.key)
        return
      }
      const simple: Record<string, () => void> = {
        g: () => {
          chordUntil = event.timeStamp + chordMs
        },
        j: () => moveInList(1),
        k: () => moveInList(-1),
        '?': () => latest.current.openShortcuts(),
        '/': () => document.querySelector<HTMLElement>('main [data-filter]')?.focus(),
        x: () => document.activeElement?.closest('tr')?.querySelector<HTMLElement>('[data-selects]')?.click(),
        c: () => document.querySelector<HTMLElement>('main [data-creates]')?.click(),
      }
      const action = simple[event.key]
      if (!action) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
