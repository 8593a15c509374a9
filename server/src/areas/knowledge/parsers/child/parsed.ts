import type { PageFacts } from '../protocol/messages.ts'
import { maxTextLength } from '../protocol/messages.ts'
import { tooLarge } from './refusal.ts'

export type Parsed = {
  text: string
  title: string | null
  page?: PageFacts
  /** Pages whose text may be in their images and was not read, from 0. */
  scans?: number[]
}

/** Collects a text, and ends before it is larger than the text of a source may be. */
export function createTextWriter() {
  const parts: string[] = []
  let length = 0
  return {
    add(text: string): void {
      length += text.length
      if (length > maxTextLength) throw tooLarge('The text of the document is larger than 20 MiB.')
      parts.push(text)
    },
    text: () => parts.join(''),
  }
}

export type TextWriter = ReturnType<typeof createTextWriter>

/** A form feed ends a page, as in plain text for printers. */
export const pageBreak = '\n\f\n'
