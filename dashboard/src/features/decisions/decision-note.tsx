import { JsonTree } from '../../components/code/json-tree.tsx'
import { Status, type StatusKind } from '../../components/feedback/status.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'

/** The decision of a human about a call, as steps and transcripts have it. */
export type Decision = {
  type: string
  requested: unknown
  args: unknown
  message: string | null
  by: object | null
  at: string | null
}

const labels: Readonly<Record<string, { kind: StatusKind; label: string }>> = {
  approve: { kind: 'good', label: 'Approved' },
  edit: { kind: 'good', label: 'Approved with changes' },
  reject: { kind: 'off', label: 'Rejected' },
  done: { kind: 'good', label: 'It was done' },
  again: { kind: 'warn', label: 'Run again' },
  stop: { kind: 'off', label: 'Stopped' },
}

const deciders: Readonly<Record<string, string>> = {
  key: 'with an API key',
  session: 'in the dashboard',
  'end-user-token': 'by the end user',
}

const deciderOf = (by: object | null): string =>
  by && 'kind' in by ? (deciders[String(by.kind)] ?? '') : 'by the time limit'

/** The decision, when, by whom and why; of changed arguments what was requested. */
export function DecisionNote({ decision }: { decision: Decision }) {
  const { type, requested, message, by, at } = decision
  const { kind, label } = labels[type] ?? { kind: 'off', label: type }
  return (
    <section aria-label="Decision" className="stack">
      <p className="row">
        <Status kind={kind}>{label}</Status>
        <span className="muted small">
          {deciderOf(by)} {at && <TimeAgo at={at} />}
        </span>
      </p>
      {message && <p className="prose">{message}</p>}
      {type === 'edit' && <JsonTree value={requested} label="Requested by the agent" />}
    </section>
  )
}
