import { parseMarkdown } from '@stoa/markdown'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { CopyButton } from '../../../components/actions/copy-button.tsx'
import { MarkdownBlocks } from '../../../components/markdown/markdown.tsx'
import { anchorOf, headingsOf } from '../anchors.ts'
import { type GuideEntry, guideEntries } from '../contents.ts'
import type { Values } from '../example/fill-example.ts'
import { urlOfEntry } from '../links.ts'
import { FileContext, guideParts } from './guide-parts.tsx'
import { PageValuesContext, uniqueText } from './page-values.ts'
import { useScrollToHash } from './use-scroll-to-hash.ts'
import './article.css'

/** One page of the guide. What its examples found is forgotten with it. */
export function Article({ entry, text }: { entry: GuideEntry; text: string }) {
  const blocks = useMemo(() => parseMarkdown(text), [text])
  const [values, setValues] = useState<Values>(() => ({ unique: uniqueText() }))
  const shared = useMemo(
    () => ({ values, save: (found: Values) => setValues((before) => ({ ...before, ...found })) }),
    [values],
  )
  useScrollToHash(entry)
  return (
    <>
      <article className="guide-article">
        <div className="guide-copy">
          <CopyButton text={text} label="Copy as Markdown" />
        </div>
        <FileContext value={entry.file}>
          <PageValuesContext value={shared}>
            <MarkdownBlocks blocks={blocks} parts={guideParts} />
          </PageValuesContext>
        </FileContext>
        <Neighbours entry={entry} />
      </article>
      <OnThisPage headings={headingsOf(blocks)} />
    </>
  )
}

function Neighbours({ entry }: { entry: GuideEntry }) {
  const at = guideEntries.indexOf(entry)
  const [previous, next] = [guideEntries[at - 1], guideEntries[at + 1]]
  return (
    <nav className="guide-neighbours" aria-label="Previous and next page">
      {previous && (
        <Link to={urlOfEntry(previous)} rel="prev">
          <span className="small muted">Previous</span>
          {previous.title}
        </Link>
      )}
      {next && (
        <Link to={urlOfEntry(next)} rel="next">
          <span className="small muted">Next</span>
          {next.title}
        </Link>
      )}
    </nav>
  )
}

const OnThisPage = ({ headings }: { headings: readonly string[] }) =>
  headings.length > 1 && (
    <nav className="guide-contents" aria-label="On this page">
      <h2>On this page</h2>
      <ul>
        {headings.map((heading) => (
          <li key={heading}>
            <a href={`#${anchorOf(heading)}`}>{heading}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
