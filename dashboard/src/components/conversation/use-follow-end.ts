import { type UIEvent, useEffect, useRef } from 'react'

// Closer to the end than this, the end is what is read.
const nearPx = 40

/**
 * Scrolls with the newest text while the end is visible: scrolling up stops it. Where the page itself scrolls, on a phone,
 * a new message goes to the top, and its response grows below it.
 */
export function useFollowEnd(content: unknown, count: number) {
  const frame = useRef<HTMLDivElement>(null)
  const isFollowed = useRef(true)
  const known = useRef(count)
  useEffect(() => {
    if (frame.current && isFollowed.current) frame.current.scrollTop = frame.current.scrollHeight
  }, [content])
  useEffect(() => {
    const element = frame.current
    if (element && count > known.current && getComputedStyle(element).overflowY === 'visible')
      element.lastElementChild?.scrollIntoView({ block: 'start' })
    known.current = count
  }, [count])
  return {
    ref: frame,
    onScroll: ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent<HTMLElement>) => {
      isFollowed.current = scrollHeight - scrollTop - clientHeight < nearPx
    },
  }
}
