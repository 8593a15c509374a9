import { useState } from 'react'
import { Button } from '../actions/button.tsx'
import './json-tree.css'

// A list of a hundred thousand numbers must not be rendered as as many elements.
const maxShown = 100
const openDepth = 3

/** A value to be looked into: objects and lists fold, long ones are shown part by part. */
export const JsonTree = ({ value, label }: { value: unknown; label: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a long value is scrolled with the arrow keys.
  <section className="json-tree" aria-label={label} tabIndex={0}>
    <JsonNode name={null} value={value} depth={0} />
  </section>
)

type NodeProps = { name: string | null; value: unknown; depth: number }

function JsonNode({ name, value, depth }: NodeProps) {
  const [shown, setShown] = useState(maxShown)
  const named = name !== null && <span className="json-name">{name}: </span>
  if (typeof value !== 'object' || value === null) {
    return (
      <span className="json-leaf">
        {named}
        <span className="json-value" data-kind={value === null ? 'null' : typeof value}>
          {JSON.stringify(value)}
        </span>
      </span>
    )
  }
  const entries = Object.entries(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (entries.length === 0) {
    return (
      <span className="json-leaf">
        {named}
        <span className="muted">
          {open}
          {close}
        </span>
      </span>
    )
  }
  return (
    <details open={depth < openDepth}>
      <summary>
        {named}
        <span className="muted">
          {open} {entries.length} {entries.length === 1 ? 'entry' : 'entries'} {close}
        </span>
      </summary>
      <ul>
        {entries.slice(0, shown).map(([key, each]) => (
          <li key={key}>
            <JsonNode name={key} value={each} depth={depth + 1} />
          </li>
        ))}
      </ul>
      {entries.length > shown && (
        <Button variant="ghost" onClick={() => setShown(shown + 10 * maxShown)}>
          {entries.length - shown} more
        </Button>
      )}
    </details>
  )
}
