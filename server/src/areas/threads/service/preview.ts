import { shortenedLine } from '../../../kernel/text/shortened-line.ts'

const maxLength = 140

// Anything but spaces, control characters and those without a width.
const visible = /[^\s\p{C}\p{Mn}]/u

/** What a conversation without a title is known by; null where no text is seen. */
export const toPreview = (text: string | null): string | null =>
  text !== null && visible.test(text) ? shortenedLine(text, maxLength) : null
