import { Link } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext } from 'react'
import { CodeBlock } from '../../../components/code/code-block.tsx'
import type { MarkdownParts } from '../../../components/markdown/markdown.tsx'
import { anchorOf } from '../anchors.ts'
import { ExampleView } from '../example/example-view.tsx'
import { resolveLink, urlOfEntry } from '../links.ts'

/** The file that is shown: links in it are relative to it. */
export const FileContext = createContext('')

type HeadingProps = { level: number; text: string; children: ReactNode }

function Heading({ level, text, children }: HeadingProps) {
  if (level === 1) return <h1>{children}</h1>
  const id = anchorOf(text)
  const anchor = (
    <a className="guide-anchor" href={`#${id}`} aria-label={`Link to ${text}`}>
      #
    </a>
  )
  return level === 2 ? (
    <h2 id={id}>
      {children} {anchor}
    </h2>
  ) : (
    <h3 id={id}>
      {children} {anchor}
    </h3>
  )
}

function GuideLink({ href, text }: { href: string; text: string }) {
  const target = resolveLink(useContext(FileContext), href)
  const label = text.replaceAll('`', '')
  if (target.kind === 'none') return <span>{label}</span>
  if (target.kind === 'url') return <a href={target.url}>{label}</a>
  return (
    <Link to={urlOfEntry(target.entry)} hash={target.hash.slice(1)}>
      {label}
    </Link>
  )
}

const labels: Readonly<Record<string, string>> = { ts: 'TypeScript', html: 'HTML', json: 'JSON', sh: 'Shell' }

/** How the texts of the guide are shown: with headings to link to, links, and requests to run. */
export const guideParts: MarkdownParts = {
  Heading,
  Code: ({ language, text }) =>
    language === 'http' ? (
      <ExampleView text={text} />
    ) : (
      <CodeBlock snippets={[{ label: labels[language] ?? (language || 'text'), text }]} />
    ),
  Link: GuideLink,
  lineBreak: ' ',
}
