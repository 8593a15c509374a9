import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { type MenuAlign, placeMenu } from './menu-position.ts'

type AnchoredPanelOptions = {
  /** What opened it, beside which it is. */
  by: HTMLElement
  align: MenuAlign
  /** What has the focus first. */
  focusIn(panel: HTMLElement): HTMLElement | null | undefined
  /** The pointer was pressed elsewhere. */
  onLeave(): void
}

/** Shows a panel above everything else, as long as it is rendered, and leaves it when something else is pressed. */
export function useAnchoredPanel({
  by,
  align,
  focusIn,
  onLeave,
}: AnchoredPanelOptions): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  const latest = useRef({ focusIn, onLeave })
  latest.current = { focusIn, onLeave }
  useLayoutEffect(() => {
    const panel = ref.current!
    const reposition = () => {
      panel.style.maxHeight = ''
      const { offsetWidth: width, offsetHeight: height } = panel
      const { clientWidth, clientHeight } = document.documentElement
      const screen = { width: clientWidth, height: clientHeight }
      const { left, top, maxHeight } = placeMenu(by.getBoundingClientRect(), { width, height }, screen, align)
      Object.assign(panel.style, { left: `${left}px`, top: `${top}px`, maxHeight: `${maxHeight}px` })
    }
    const scrolled = (event: Event) => {
      if (event.target !== panel) reposition()
    }
    panel.showPopover()
    reposition()
    latest.current.focusIn(panel)?.focus({ preventScroll: true })
    window.addEventListener('scroll', scrolled, { capture: true, passive: true })
    window.addEventListener('resize', reposition)
    return () => {
      window.removeEventListener('scroll', scrolled, { capture: true })
      window.removeEventListener('resize', reposition)
    }
  }, [by, align])
  useEffect(() => {
    const pressedElsewhere = ({ target }: Event) => {
      if (target instanceof Node && !ref.current?.contains(target) && !by.contains(target))
        latest.current.onLeave()
    }
    document.addEventListener('pointerdown', pressedElsewhere, { capture: true })
    return () => document.removeEventListener('pointerdown', pressedElsewhere, { capture: true })
  }, [by])
  return ref
}
