import { useState } from 'react'
import { JsonTree } from '../../../components/code/json-tree.tsx'
import { SegmentedControl } from '../../../components/form/segmented-control.tsx'
import { Card } from '../../../components/layout/page.tsx'
import type { AgentMessage } from './agent-values.ts'
import './value-card.css'

type ValueCardProps = {
  title: string
  value: unknown
  /** The same as it was said, where it is a conversation. */
  messages?: AgentMessage[] | null
}

const views = [
  { value: 'text', label: 'Text' },
  { value: 'json', label: 'JSON' },
] as const

/** What went into an execution or came out of it. What a model wrote is shown as plain text, not as markup. */
export function ValueCard({ title, value, messages = null }: ValueCardProps) {
  const [view, setView] = useState<string>('text')
  if (value === null || value === undefined)
    return (
      <Card title={title}>
        <p className="muted">None</p>
      </Card>
    )
  if (messages === null)
    return (
      <Card title={title}>
        <JsonTree value={value} label={title} />
      </Card>
    )
  return (
    <Card
      title={title}
      actions={<SegmentedControl label={`${title} format`} value={view} choices={views} onChange={setView} />}
    >
      {view === 'json' ? (
        <JsonTree value={value} label={title} />
      ) : (
        messages.map(({ role, text }, at) => (
          <div key={at} className="value-message">
            <span className="muted small">{role}</span>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the arrow keys. */}
            <section className="value-text" tabIndex={0} aria-label={`${title}: ${role}`}>
              {text}
            </section>
          </div>
        ))
      )}
    </Card>
  )
}
