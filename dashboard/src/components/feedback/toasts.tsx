import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Button, IconButton } from '../actions/button.tsx'
import { toastBottom } from './toast-bottom.ts'
import { toasts } from './toast-store.ts'
import './toasts.css'

const gap = 16
// A message that is written grows, and the next page has other bars.
const placeEveryMs = 200

/** Moves them above bars with controls, as Send of a chat: those say so by `data-docked`. */
function place(element: HTMLElement): void {
  const { left, right, height } = element.getBoundingClientRect()
  const bars = [...document.querySelectorAll('[data-docked]')].map((bar) => bar.getBoundingClientRect())
  element.style.bottom = `${toastBottom({ left, right, height }, bars, window.innerHeight, gap)}px`
}

export function Toasts() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.current)
  const region = useRef<HTMLDivElement>(null)
  const newest = shown.at(-1)?.id
  // A dialog that was opened later covers an older popover: showing it again puts it on top.
  useEffect(() => {
    const element = region.current
    if (!element) return
    if (element.matches(':popover-open')) element.hidePopover()
    if (newest === undefined) return
    element.showPopover()
    place(element)
    const timer = setInterval(() => place(element), placeEveryMs)
    return () => clearInterval(timer)
  }, [newest])
  return (
    <div ref={region} popover="manual" className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, kind, text, action }) => (
        <div key={id} className="toast" data-kind={kind}>
          {kind === 'good' ? <CircleCheck size={16} aria-hidden /> : <CircleAlert size={16} aria-hidden />}
          <div className="toast-text">{text}</div>
          {action && (
            <Button
              variant="ghost"
              onClick={() => {
                action.run()
                toasts.dismiss(id)
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton label="Dismiss" icon={<X size={14} aria-hidden />} onClick={() => toasts.dismiss(id)} />
        </div>
      ))}
    </div>
  )
}
