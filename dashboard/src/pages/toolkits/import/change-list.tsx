import type { ToolkitChanges } from '@stoa/sdk'
import Minus from 'lucide-react/icons/minus'
import PencilLine from 'lucide-react/icons/pencil-line'
import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { Status } from '../../../components/feedback/status.tsx'
import { pluralize } from '../../../components/text/pluralize.ts'
import './import-preview.css'

// The next version of a whole cloud may change thousands of operations.
const displayLimit = 200

type Change = ToolkitChanges['changed'][number]
type Line = { slug: string; kind: 'added' | 'removed' | 'changed'; change?: Change }

const selection = { added: Plus, removed: Minus, changed: PencilLine } as const

/** Every tool that comes, goes or takes something else; what breaks callers first. */
export function ChangeList({ changes }: { changes: ToolkitChanges }) {
  const lines: Line[] = [
    ...changes.removed.map((slug) => ({ slug, kind: 'removed' }) as const),
    ...[...changes.changed]
      .sort((left, right) => Number(right.isBreaking) - Number(left.isBreaking))
      .map((change) => ({ slug: change.slug, kind: 'changed', change }) as const),
    ...changes.added.map((slug) => ({ slug, kind: 'added' }) as const),
  ]
  if (lines.length === 0) return null
  const breaking = changes.removed.length + changes.changed.filter(({ isBreaking }) => isBreaking).length
  return (
    <>
      {breaking > 0 && <Status kind="warn">Existing calls of {pluralize(breaking, 'tool')} may fail</Status>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled with the arrow keys. */}
      <section className="import-tools" aria-label="Changes" tabIndex={0}>
        <ul>
          {lines.slice(0, displayLimit).map((line) => (
            <ChangeLine key={line.slug} line={line} />
          ))}
        </ul>
        {lines.length > displayLimit && <p className="muted small">and {lines.length - displayLimit} more</p>}
      </section>
    </>
  )
}

function ChangeLine({ line: { slug, kind, change } }: { line: Line }) {
  const Mark = selection[kind]
  return (
    <li className="change-line" data-kind={kind}>
      <Mark size={14} aria-hidden />
      <span>
        <span className="mono small">{slug}</span> <span className="muted small">{kind}</span>
        {change?.isBreaking && <span className="chip change-breaking">breaking</span>}
        {change && <span className="muted small change-facts">{factsOf(change)}</span>}
        {change?.differences?.map(({ path, before, after }) => (
          <span className="small change-difference" key={path}>
            <span className="mono muted">{path}</span>
            {before !== null && <del>{textOf(before)}</del>}
            {after !== null && <ins>{textOf(after)}</ins>}
          </span>
        ))}
      </span>
    </li>
  )
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const named = (what: string, names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`${what} ${names.join(', ')}`]

const factsOf = (change: Change): ReactNode =>
  [
    ...named('newly required:', change.nowRequired),
    ...named('removed:', change.removedParameters),
    ...named('changed:', change.changedParameters),
    ...named('new:', change.addedParameters),
    ...(change.isOutputChanged ? ['output changed'] : []),
  ].join('; ')
