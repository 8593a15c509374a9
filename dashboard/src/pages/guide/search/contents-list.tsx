import { Link } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { DocsSearch } from '../../../features/docs/docs-search.tsx'
import { anchorOf } from '../anchors.ts'
import { type GuideEntry, guideSections } from '../contents.ts'
import { urlOfEntry } from '../links.ts'
import type { FoundPart } from './search-pages.ts'
import './contents-list.css'

type ContentsListProps = {
  current: GuideEntry | undefined
  query: string
  onQuery(query: string): void
  /** Undefined while nothing is searched for. */
  found: readonly FoundPart[] | undefined
  /** A page was chosen, also the one that is open. */
  onOpen(): void
}

/** All pages by section, or what was found, with the search above. The arrow keys move through either. */
export function ContentsList({ current, query, onQuery, found, onOpen }: ContentsListProps) {
  return (
    <nav
      className="docs-list guide-list"
      aria-label="Guide"
      onKeyDown={(event) => moveFocus(event, query, onQuery)}
    >
      <DocsSearch label="Search the guide" query={query} onQuery={onQuery} />
      <p className="visually-hidden" role="status">
        {found && `${found.length} found`}
      </p>
      <div className="guide-list-scroll">
        {found ? <Found found={found} onOpen={onOpen} /> : <Sections current={current} onOpen={onOpen} />}
      </div>
    </nav>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>, query: string, onQuery: (query: string) => void): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.guide-list-scroll a')]
  const isInput = event.target instanceof HTMLInputElement
  const at = links.indexOf(event.target as HTMLElement)
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'ArrowDown') links[at + 1]?.focus()
  else if (event.key === 'ArrowUp' && at > 0) links[at - 1]?.focus()
  else if (event.key === 'ArrowUp') event.currentTarget.querySelector('input')?.focus()
  else if (event.key === 'Enter' && isInput && query !== '') links[0]?.click()
  else if (event.key === 'Escape' && isInput && query !== '') onQuery('')
  else return
  event.preventDefault()
}

const Sections = ({ current, onOpen }: Pick<ContentsListProps, 'current' | 'onOpen'>) =>
  guideSections.map(({ title, entries }) => (
    <section key={title}>
      <h2>{title}</h2>
      <ul>
        {entries.map((entry) => (
          <li key={entry.slug}>
            <Link
              to={urlOfEntry(entry)}
              className="guide-link"
              // The quickstart is at the beginning of every URL of the guide.
              activeOptions={{ exact: true }}
              aria-current={entry === current ? 'page' : undefined}
              onClick={onOpen}
            >
              {entry.title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ))

function Found({ found, onOpen }: { found: readonly FoundPart[]; onOpen(): void }) {
  if (found.length === 0) return <p className="guide-nothing">No page has these words.</p>
  return (
    <ul>
      {found.map(({ entry, heading, excerpt }) => (
        <li key={`${entry.slug} ${heading}`}>
          <Link
            to={urlOfEntry(entry)}
            hash={heading === null ? '' : anchorOf(heading)}
            className="guide-link"
            onClick={onOpen}
          >
            <strong>{heading ?? entry.title}</strong>
            {heading !== null && <span className="small muted">{entry.title}</span>}
            <small className="clamped">{excerpt}</small>
          </Link>
        </li>
      ))}
    </ul>
  )
}
