import { segmentsOf } from './passage.ts'

type HighlightedTextProps = { text: string; highlights: readonly (readonly number[])[] }

/** A text with the words marked that a search matched, at their exact offsets. */
export const HighlightedText = ({ text, highlights }: HighlightedTextProps) =>
  segmentsOf(text, highlights).map(({ text: part, isMarked }, at) =>
    isMarked ? <mark key={at}>{part}</mark> : <span key={at}>{part}</span>,
  )
