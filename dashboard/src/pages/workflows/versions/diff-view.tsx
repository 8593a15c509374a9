import type { WorkflowVersionDiff } from '@stoa/sdk'
import type { ReactNode } from 'react'
import { pluralize } from '../../../components/text/pluralize.ts'
import { textOf } from '../../../features/tools/schema-form/field-shape.ts'
import './versions.css'

type FieldChange = { path: string; before?: unknown; after?: unknown }
type DiffNode = WorkflowVersionDiff['nodes']['added'][number]

const longest = 400
const shortened = (value: unknown) => {
  const text = textOf(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** Two versions side by side, as a reader wants to know it: nodes, edges, fields. */
export function DiffView({ diff }: { diff: WorkflowVersionDiff }) {
  const { nodes, edges, settings, agent } = diff
  if (diff.isSame) return <p className="muted">Both versions are the same.</p>
  return (
    <div className="diff">
      {nodes.added.map((node) => (
        <DiffLine key={`+${node.id}`} kind="added" title={`Node ${titleOf(node)}`} />
      ))}
      {nodes.removed.map((node) => (
        <DiffLine key={`-${node.id}`} kind="removed" title={`Node ${titleOf(node)}`} />
      ))}
      {nodes.changed.map((node) => (
        <DiffLine key={node.id} kind="changed" title={`Node ${titleOf(node)}`}>
          <FieldChanges changes={node.changes} />
        </DiffLine>
      ))}
      {edges.added.map((edge) => (
        <DiffLine key={`+${edge.from}${edge.to}${edge.condition}`} kind="added" title={edgeTitle(edge)} />
      ))}
      {edges.removed.map((edge) => (
        <DiffLine key={`-${edge.from}${edge.to}${edge.condition}`} kind="removed" title={edgeTitle(edge)} />
      ))}
      {settings.length > 0 && (
        <DiffLine kind="changed" title="Settings of the workflow">
          <FieldChanges changes={settings} />
        </DiffLine>
      )}
      {agent.length > 0 && (
        <DiffLine kind="changed" title="Agent">
          <FieldChanges changes={agent} />
        </DiffLine>
      )}
      {nodes.moved.length > 0 && (
        <p className="muted small">{pluralize(nodes.moved.length, 'node')} moved on the canvas.</p>
      )}
    </div>
  )
}

const titleOf = ({ name, id, type }: DiffNode) => `${name ?? id} (${type})`
const edgeTitle = ({ from, to, condition }: { from: string; to: string; condition?: string | undefined }) =>
  `Edge ${from} → ${to}${condition ? ` if ${condition}` : ''}`

const signs = { added: '+', removed: '−', changed: '~' } as const

type DiffLineProps = { kind: keyof typeof signs; title: string; children?: ReactNode }

const DiffLine = ({ kind, title, children }: DiffLineProps) => (
  <section className="diff-entry" data-kind={kind} aria-label={`${title} ${kind}`}>
    <h3>
      <span aria-hidden>{signs[kind]}</span> {title}
    </h3>
    {children}
  </section>
)

export const FieldChanges = ({ changes }: { changes: readonly FieldChange[] }) => (
  <dl className="diff-fields">
    {changes.map(({ path, before, after }) => (
      <div key={path}>
        <dt>
          <code>{path}</code>
        </dt>
        <dd>
          {before !== undefined && (
            <del>
              <code>{shortened(before)}</code>
            </del>
          )}
          {after !== undefined && (
            <ins>
              <code>{shortened(after)}</code>
            </ins>
          )}
        </dd>
      </div>
    ))}
  </dl>
)
