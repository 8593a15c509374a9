import { type RefObject, useLayoutEffect, useRef } from 'react'
import { fitToText } from '../../typing.ts'

/** For a text area that grows with its text. */
export function useFitToText(text: string): RefObject<HTMLTextAreaElement | null> {
  const area = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    if (area.current) fitToText(area.current)
  }, [text])
  return area
}
