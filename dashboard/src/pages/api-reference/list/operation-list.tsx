import ChevronRight from 'lucide-react/icons/chevron-right'
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { DocsSearch } from '../../../features/docs/docs-search.tsx'
import { MethodLabel } from '../method-label.tsx'
import type { Area, ListedOperation, SearchResult, Spec } from '../spec/spec.ts'
import './operation-list.css'

type OperationListProps = {
  /** Undefined while the document loads. */
  spec: Spec | undefined
  found: SearchResult | undefined
  query: string
  onQuery(query: string): void
  /** The operation that is open. */
  current: ListedOperation | undefined
  onMove(step: 1 | -1): void
  /** Opens the first match. */
  onOpenFirst(): void
}

/** All operations by area, with a search above them. Only areas that are open have their operations in the page. */
export function OperationList(props: OperationListProps) {
  const { spec, found, query, onQuery, current, onMove, onOpenFirst } = props
  const list = useRef<HTMLDivElement>(null)
  useFollowedCurrent(list, current)
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const search = event.target instanceof HTMLInputElement ? event.target : null
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowDown') onMove(1)
    else if (event.key === 'ArrowUp') onMove(-1)
    else if (event.key === 'Enter' && search) onOpenFirst()
    else if (event.key === 'Escape' && search && query !== '') onQuery('')
    else if (event.key === 'Escape' && search) search.blur()
    else return
    event.preventDefault()
  }
  return (
    <nav className="docs-list reference-list" aria-label="Operations" onKeyDown={press}>
      <DocsSearch label="Search operations and errors" query={query} onQuery={onQuery} />
      <p className="visually-hidden" role="status">
        {found && query.trim() !== '' && `${found.operations.length + found.errorCodes.length} found`}
      </p>
      <div ref={list} className="reference-list-scroll">
        <a className="reference-link" href="#start" aria-current={current ? undefined : 'page'}>
          Getting started
        </a>
        {spec && found ? (
          <Found spec={spec} found={found} isSearch={query.trim() !== ''} current={current} />
        ) : (
          <SkeletonLines count={8} />
        )}
      </div>
    </nav>
  )
}

/** The open operation is in sight; moving through the list with the keyboard takes the focus along. */
function useFollowedCurrent(list: { current: HTMLElement | null }, current: ListedOperation | undefined) {
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('ul a[aria-current="page"]')
    link?.scrollIntoView({ block: 'nearest' })
    if (list.current?.contains(document.activeElement)) link?.focus({ preventScroll: true })
  }, [current, list])
}

type FoundProps = {
  spec: Spec
  found: SearchResult
  isSearch: boolean
  current: ListedOperation | undefined
}

function Found({ spec, found, isSearch, current }: FoundProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const currentArea = current?.area
  useEffect(() => {
    if (currentArea !== undefined) setOpened((before) => new Set([...before, currentArea]))
  }, [currentArea])
  const toggle = (name: string) =>
    setOpened(
      (before) => new Set(before.has(name) ? [...before].filter((each) => each !== name) : [...before, name]),
    )
  const totals = new Map(spec.areas.map(({ name, operations }) => [name, operations.length]))
  return (
    <>
      {found.areas.map((area) => (
        <AreaGroup
          key={area.name}
          area={area}
          count={
            isSearch
              ? `${area.operations.length} of ${totals.get(area.name)}`
              : String(area.operations.length)
          }
          // A search opens what it finds; ending it restores what was open before.
          isOpen={isSearch || opened.has(area.name) || currentArea === area.name}
          onToggle={() => toggle(area.name)}
          currentId={currentArea === area.name ? current?.id : undefined}
        />
      ))}
      {found.errorCodes.length > 0 && (
        <section>
          <h2 className="reference-area">Error codes</h2>
          <ul>
            {found.errorCodes.map((code) => (
              <li key={code}>
                <a className="reference-link" href={`#error/${code}`}>
                  <span className="method-label">{spec.errorCodes[code]?.status}</span>
                  <code>{code}</code>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {found.areas.length + found.errorCodes.length === 0 && <p className="reference-nothing">No results.</p>}
    </>
  )
}

type AreaGroupProps = {
  area: Area
  count: string
  isOpen: boolean
  onToggle(): void
  currentId: string | undefined
}

const AreaGroup = ({ area, count, isOpen, onToggle, currentId }: AreaGroupProps) => (
  <section>
    <button type="button" className="reference-area" aria-expanded={isOpen} onClick={onToggle}>
      <ChevronRight size={14} aria-hidden />
      {area.name.charAt(0).toUpperCase() + area.name.slice(1)}
      <span className="reference-count number">{count}</span>
    </button>
    {isOpen && (
      <ul>
        {area.operations.map((operation) => (
          <OperationRow key={operation.id} operation={operation} isCurrent={operation.id === currentId} />
        ))}
      </ul>
    )}
  </section>
)

const OperationRow = memo(({ operation, isCurrent }: { operation: ListedOperation; isCurrent: boolean }) => (
  <li>
    <a
      className="reference-link"
      href={`#${operation.id}`}
      title={operation.path}
      aria-current={isCurrent ? 'page' : undefined}
      data-deprecated={operation.isDeprecated ? '' : undefined}
    >
      <MethodLabel method={operation.method} />
      <span className="reference-row">
        {operation.summary}
        <small className="truncate">{operation.path.replace(/^\/api\/v\d+(?=\/)/, '')}</small>
      </span>
    </a>
  </li>
))
