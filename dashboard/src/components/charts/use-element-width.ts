import { useLayoutEffect, useRef, useState } from 'react'

/** How wide an element is drawn, followed as the window changes: text in an SVG must not be stretched with it. */
export function useElementWidth<Drawn extends Element>() {
  const ref = useRef<Drawn>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    setWidth(element.getBoundingClientRect().width)
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}
