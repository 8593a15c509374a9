import { type Block, type Inline, parseMarkdown } from '@stoa/markdown'
import { type ComponentType, createContext, memo, type ReactNode, useContext } from 'react'
import { CodeBlock } from '../code/code-block.tsx'
import './markdown.css'

/** What a page that shows texts of its own renders differently from what a model wrote. */
export type MarkdownParts = {
  Heading: ComponentType<{ level: number; text: string; children: ReactNode }>
  Code: ComponentType<{ language: string; text: string }>
  Link: ComponentType<{ href: string; text: string; source: string }>
  /** Between the lines of a paragraph. */
  lineBreak: ReactNode
}

export const modelParts: MarkdownParts = {
  // Not a heading of the page: screen readers jump from heading to heading.
  Heading: ({ level, children }) => (
    <p className="markdown-heading" data-level={Math.min(level, 3)}>
      {children}
    </p>
  ),
  Code: ({ language, text }) => <CodeBlock snippets={[{ label: language || 'text', text }]} />,
  // A page that shows model output must not lead anywhere: what it wrote is shown.
  Link: ({ source }) => <span>{source}</span>,
  lineBreak: <br />,
}

const PartsContext = createContext(modelParts)

/** What a model wrote, with the little markup it uses. Rendered as elements, never as raw HTML. */
export const Markdown = memo(({ text }: { text: string }) => <MarkdownBlocks blocks={parseMarkdown(text)} />)

type MarkdownBlocksProps = { blocks: readonly Block[]; parts?: MarkdownParts }

export const MarkdownBlocks = ({ blocks, parts = modelParts }: MarkdownBlocksProps) => (
  <PartsContext value={parts}>
    <div className="markdown" dir="auto">
      {blocks.map((block, at) => (
        <BlockView key={at} block={block} />
      ))}
    </div>
  </PartsContext>
)

function BlockView({ block }: { block: Block }) {
  const { Heading, Code } = useContext(PartsContext)
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <Lines lines={block.lines} />
        </p>
      )
    case 'heading':
      return (
        <Heading level={block.level} text={block.line.map(({ text }) => text).join('')}>
          <InlineText parts={block.line} />
        </Heading>
      )
    case 'quote':
      return (
        <blockquote>
          <Lines lines={block.lines} />
        </blockquote>
      )
    case 'code':
      return <Code language={block.language} text={block.text} />
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

function Lines({ lines }: { lines: readonly Inline[][] }) {
  const { lineBreak } = useContext(PartsContext)
  return lines.map((line, at) => (
    <span key={at}>
      {at > 0 && lineBreak}
      <InlineText parts={line} />
    </span>
  ))
}

function InlineText({ parts }: { parts: readonly Inline[] }) {
  const { Link } = useContext(PartsContext)
  return parts.map((part, at) => {
    const { kind, text } = part
    if (kind === 'code') return <code key={at}>{text}</code>
    if (kind === 'strong') return <strong key={at}>{text}</strong>
    if (kind === 'em') return <em key={at}>{text}</em>
    if (part.kind === 'link') return <Link key={at} {...part} />
    return <span key={at}>{text}</span>
  })
}
