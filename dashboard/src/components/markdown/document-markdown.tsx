import { parseMarkdown } from '@stoa/markdown'
import { memo } from 'react'
import { MarkdownBlocks, modelParts } from './markdown.tsx'
import './document-markdown.css'

const parts = {
  ...modelParts,
  // A document of others must not lead anywhere; the address is on hover, and in the raw text.
  Link: ({ href, text }: { href: string; text: string }) => (
    <span className="document-link" title={href}>
      {text}
    </span>
  ),
  // Lines of a document are wrapped where its author's editor wrapped them.
  lineBreak: ' ',
}

/** A document of others as its author laid it out. */
export const DocumentMarkdown = memo(({ text }: { text: string }) => (
  <div className="document-markdown">
    <MarkdownBlocks blocks={parseMarkdown(text)} parts={parts} />
  </div>
))
