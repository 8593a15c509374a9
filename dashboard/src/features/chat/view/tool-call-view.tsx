import Wrench from 'lucide-react/icons/wrench'
import { type ReactNode, useState } from 'react'
import { CodeBlock } from '../../../components/code/code-block.tsx'
import { prettyJson } from '../../../components/code/pretty-json.ts'
import { Status, type StatusKind } from '../../../components/feedback/status.tsx'
import { DecisionNote } from '../../decisions/decision-note.tsx'
import { useToolName } from '../../tools/tool-names.tsx'
import { calledTool } from '../../tools/tool-title.ts'
import type { CallState, CallView } from '../transcript/turns.ts'
import { argumentsLine } from './arguments-line.ts'

const labels: Record<CallState, { kind: StatusKind; label: string }> = {
  executing: { kind: 'warn', label: 'Running' },
  waiting: { kind: 'warn', label: 'Waiting' },
  success: { kind: 'good', label: 'Done' },
  error: { kind: 'bad', label: 'Failed' },
  rejected: { kind: 'off', label: 'Rejected' },
  cancelled: { kind: 'off', label: 'Cancelled' },
}

const shown = (text: string) => prettyJson(text) ?? text

/** A human may have changed what the agent wrote. */
const sentOf = (args: string, decision: CallView['decision']): string =>
  decision?.type === 'edit' ? JSON.stringify(decision.args) : args

type ToolCallProps = {
  call: CallView
  /** Between its input and its output. It is rendered while the call is open. */
  children?: ReactNode
}

/** A call of a tool, folded: its name and state, and on request what it got and gave. */
export function ToolCallView({ call: { name, args, state, result, decision }, children }: ToolCallProps) {
  const [isOpen, setOpen] = useState(false)
  const nameOf = useToolName()
  const slug = calledTool(name, args)
  return (
    <details className="step-fold tool-call" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className="tool-call-name">
          <Wrench size={13} aria-hidden />
          <span className="visually-hidden">Tool</span>
          <span title={slug}>{nameOf(slug)}</span>
        </span>
        {!isOpen && (
          <span className="tool-call-args muted small truncate">{argumentsLine(sentOf(args, decision))}</span>
        )}
        <Status kind={labels[state].kind}>{labels[state].label}</Status>
      </summary>
      <div className="stack">
        <code className="muted small">{slug}</code>
        {decision && <DecisionNote decision={decision} />}
        <CodeBlock snippets={[{ label: 'Input', text: shown(sentOf(args, decision)) }]} />
        {isOpen && children}
        {result !== null && <CodeBlock snippets={[{ label: 'Output', text: shown(result) }]} />}
      </div>
    </details>
  )
}
