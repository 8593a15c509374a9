import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/**
 * A field whose value stands in the address, which follows a moment later than the keyboard: it shows what was entered
 * at once and asks for it after a pause. What arrives late must not undo what was entered since.
 */
export function useAhead(value: string, onChange: (value: string) => void, pauseMs: number) {
  const [text, setText] = useState(value)
  const latest = useRef({ onChange, value, text })
  latest.current.onChange = onChange
  latest.current.value = value
  // Asked for and not yet in the address, oldest first.
  const asked = useRef<string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const home = useRef(location.pathname)
  const show = (next: string) => {
    latest.current.text = next
    setText(next)
  }
  useLayoutEffect(() => {
    const at = asked.current.indexOf(value)
    if (at >= 0) {
      asked.current.splice(0, at + 1)
      return
    }
    // The address changed without us: by the way back, or because all filters were taken off.
    asked.current = []
    show(value)
  }, [value])
  const tell = () => {
    clearTimeout(timer.current)
    const next = latest.current.text.trim()
    const before = asked.current.at(-1) ?? latest.current.value
    // Another page was opened meanwhile, and this would lead back from it.
    if (next === before || location.pathname !== home.current) return
    asked.current.push(next)
    latest.current.onChange(next)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    text,
    change(next: string): void {
      show(next)
      clearTimeout(timer.current)
      if (pauseMs === 0) tell()
      else timer.current = setTimeout(tell, pauseMs)
    },
    tell,
  }
}
