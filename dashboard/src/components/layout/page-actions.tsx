import Ellipsis from 'lucide-react/icons/ellipsis'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../actions/button.tsx'
import { HeaderOverflow } from '../actions/header-overflow.ts'
import { ApiCallsButton } from '../code/api-calls-button.tsx'
import type { TitledCall } from '../code/api-calls-dialog.tsx'
import { useIsSmallScreen } from './use-is-small-screen.ts'
import './page-actions.css'

type PageActionsProps = { calls: readonly TitledCall[] | undefined; children: ReactNode }

/**
 * Beside the title of a page. On a small screen the main action stays, and the others are in a menu. They are the same
 * elements in both cases, and hidden rather than removed while the menu is closed: the dialogs that they open belong to
 * them, and stay open when a phone is turned.
 */
export function PageActions({ calls, children }: PageActionsProps) {
  const id = useId()
  const isMenu = useIsSmallScreen() && Boolean(children)
  const [isOpen, setOpen] = useState(false)
  const [mainAction, setMainAction] = useState<HTMLElement | null>(null)
  const root = useRef<HTMLDivElement>(null)
  useClosing(root, isMenu && isOpen, () => setOpen(false))
  return (
    <div ref={root} className="page-actions">
      <div ref={setMainAction} className="page-main-action" />
      {isMenu && (
        <IconButton
          label="More actions"
          variant="secondary"
          icon={<Ellipsis size={16} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        />
      )}
      <div
        id={id}
        className={isMenu ? 'page-overflow' : 'page-action-row'}
        data-open={isOpen ? '' : undefined}
      >
        <HeaderOverflow value={isMenu ? { mainAction } : null}>
          {calls && <ApiCallsButton calls={calls} />}
          {children}
        </HeaderOverflow>
      </div>
    </div>
  )
}

// What stays open after a press: a switch shows its new state, and a menu in the menu what it has.
const keepsOpen = '[aria-haspopup="menu"], [role="switch"], dialog *'

/** The ways out of the menu: one of its buttons, Escape, and a press elsewhere. */
function useClosing(root: RefObject<HTMLDivElement | null>, isOpen: boolean, close: () => void): void {
  useEffect(() => {
    const element = root.current
    if (!isOpen || !element) return
    const trigger = element.querySelector<HTMLElement>(':scope > [aria-expanded]')
    const closeToTrigger = () => {
      trigger?.focus()
      close()
    }
    const pressed = ({ target }: Event) => {
      if (!(target instanceof Element)) return
      if (!element.contains(target)) return close()
      // Before its own listener: the dialog that it opens gives the focus back to what had it.
      const item = target.closest('.page-overflow :is(button, a)')
      if (item && !item.matches(keepsOpen)) closeToTrigger()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      closeToTrigger()
    }
    document.addEventListener('click', pressed, { capture: true })
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('click', pressed, { capture: true })
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [isOpen])
}
