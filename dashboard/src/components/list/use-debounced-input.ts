import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/**
 * A field whose value is in the URL, which follows the keyboard with a delay: it shows the input
 * immediately and applies it after a pause. A late URL update must not undo newer input.
 */
export function useDebouncedInput(value: string, onChange: (value: string) => void, pauseMs: number) {
  const [text, setText] = useState(value)
  const latest = useRef({ onChange, value, text })
  latest.current.onChange = onChange
  latest.current.value = value
  // Applied and not yet in the URL, oldest first.
  const requested = useRef<string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const home = useRef(location.pathname)
  const show = (next: string) => {
    latest.current.text = next
    setText(next)
  }
  useLayoutEffect(() => {
    const at = requested.current.indexOf(value)
    if (at >= 0) {
      requested.current.splice(0, at + 1)
      return
    }
    // The URL changed by itself: by the back button, or because all filters were cleared.
    requested.current = []
    show(value)
  }, [value])
  const success = () => {
    clearTimeout(timer.current)
    const next = latest.current.text.trim()
    const before = requested.current.at(-1) ?? latest.current.value
    // Another page was opened meanwhile, and this would lead back from it.
    if (next === before || location.pathname !== home.current) return
    requested.current.push(next)
    latest.current.onChange(next)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    text,
    change(next: string): void {
      show(next)
      clearTimeout(timer.current)
      if (pauseMs === 0) success()
      else timer.current = setTimeout(success, pauseMs)
    },
    tell: success,
  }
}
