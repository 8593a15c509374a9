import { type Block, type Inline, parseMarkdown } from '@stoa/markdown'
import { memo } from 'react'
import { CodeBlock } from '../code/code-block.tsx'
import './markdown.css'

/** What a model wrote, with the little markup it uses. Rendered as elements, never as raw HTML. */
export const Markdown = memo(({ text }: { text: string }) => (
  <div className="markdown">
    {parseMarkdown(text).map((block, at) => (
      <BlockView key={at} block={block} />
    ))}
  </div>
))

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <Lines lines={block.lines} />
        </p>
      )
    case 'heading':
      // Not a heading of the page: screen readers jump from heading to heading.
      return (
        <p className="markdown-heading" data-level={Math.min(block.level, 3)}>
          <InlineText parts={block.line} />
        </p>
      )
    case 'quote':
      return (
        <blockquote>
          <Lines lines={block.lines} />
        </blockquote>
      )
    case 'code':
      return <CodeBlock snippets={[{ label: block.language || 'text', text: block.text }]} />
    case 'rule':
      return <hr />
    case 'list':
      return <ListView block={block} />
    case 'table':
      return <TableView block={block} />
  }
}

function ListView({ block: { isOrdered, start, items } }: { block: Block & { kind: 'list' } }) {
  const content = items.map((item, at) => (
    <li key={at}>
      <InlineText parts={item} />
    </li>
  ))
  return isOrdered ? <ol start={start}>{content}</ol> : <ul>{content}</ul>
}

const TableView = ({ block: { head, aligns, rows } }: { block: Block & { kind: 'table' } }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the arrow keys.
  <section className="markdown-table" tabIndex={0} aria-label="Table">
    <table>
      <thead>
        <tr>
          {head.map((cell, at) => (
            <th key={at} scope="col" data-align={aligns[at]}>
              <InlineText parts={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, at) => (
              <td key={at} data-align={aligns[at]}>
                <InlineText parts={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const Lines = ({ lines }: { lines: readonly Inline[][] }) =>
  lines.map((line, at) => (
    <span key={at}>
      {at > 0 && <br />}
      <InlineText parts={line} />
    </span>
  ))

const InlineText = ({ parts }: { parts: readonly Inline[] }) =>
  parts.map((part, at) => {
    const { kind, text } = part
    if (kind === 'code') return <code key={at}>{text}</code>
    if (kind === 'strong') return <strong key={at}>{text}</strong>
    if (kind === 'em') return <em key={at}>{text}</em>
    return <span key={at}>{part.kind === 'link' ? part.source : text}</span>
  })
