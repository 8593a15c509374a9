import type { KnowledgeSource } from '@stoa/sdk'

// What parsers turn into Markdown, and Markdown itself. All other files are read as they are: code, logs, plain text.
const documents = /\.(md|mdx|markdown|html?|xhtml|pdf|docx|pptx|xlsx|od[tps]|epub|eml|rtf)$/i

/** Whether the parsed text has markup to render. Pages and pasted texts usually do. */
export const isMarkdown = ({ kind, origin }: Pick<KnowledgeSource, 'kind' | 'origin'>): boolean =>
  kind !== 'file' || documents.test(origin.fileName ?? '')

/** A key as it was before it was encoded for URLs: `text:Refund%20policy` is `text:Refund policy`. */
export function readableKey(key: string): string {
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}
