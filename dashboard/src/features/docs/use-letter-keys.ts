import { useEffect, useRef, useState } from 'react'
import { isTyping } from '../../components/actions/is-typing.ts'
import { preferences } from '../../state/preferences.ts'

type Actions = Readonly<Record<string, () => void>>

/**
 * Shortcuts of a single letter, except while typing or while a dialog or a menu is open. They can be switched off: they
 * get in the way of speech input, which is why WCAG requires it.
 */
export function useLetterKeys(actions: Actions) {
  const [isOn, setOn] = useState(() => preferences.get('singleKeys') !== 'off')
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    if (!isOn) return
    const listen = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || event.isComposing || event.defaultPrevented)
        return
      if (isTyping(event) || document.querySelector('dialog[open], [role="menu"]')) return
      const action = latest.current[event.key]
      if (!action) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isOn])
  const change = (next: boolean) => {
    preferences.set('singleKeys', next ? null : 'off')
    setOn(next)
  }
  return [isOn, change] as const
}
