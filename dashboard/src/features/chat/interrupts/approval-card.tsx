import Check from 'lucide-react/icons/check'
import Pencil from 'lucide-react/icons/pencil'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../../components/actions/button.tsx'
import { CodeBlock } from '../../../components/code/code-block.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { AreaField } from '../../../components/form/field.tsx'
import { parseJsonObject } from '../../../components/form/parse-json-object.ts'
import { Card } from '../../../components/layout/page.tsx'
import { NamedTool } from '../../tools/named-tool.tsx'
import { useToolName } from '../../tools/tool-names.tsx'
import { ChangedCall } from './changed-call.tsx'
import type { CardProps, ToolRequest } from './use-resume.ts'

type Decision = { type: 'approve' } | { type: 'edit'; args: unknown } | { type: 'reject'; message?: string }

const reasons: Readonly<Record<string, string>> = {
  sensitive: 'The agent asks before it uses this tool.',
  destructive: 'It can delete or overwrite data.',
  tainted: 'The agent has read text from outside, which may try to steer it.',
}

const decided: Record<Decision['type'], string> = {
  approve: 'Approved',
  edit: 'Approved with changes',
  reject: 'Rejected',
}

/** The decisions about the calls of one step. They are sent together, since the run continues with all of them. */
export function ApprovalCard({ request, resuming: { send, busy }, alert }: CardProps) {
  const { requests = [], message, allowedDecisions = ['approve', 'edit', 'reject'] } = request
  const [decisions, setDecisions] = useState<Readonly<Record<string, Decision>>>({})
  const decide = (id: string, decision: Decision) => {
    const next = { ...decisions, [id]: decision }
    setDecisions(next)
    if (requests.every((each) => next[each.id]))
      send(id, { decisions: requests.map(({ id, hash }) => ({ id, hash, ...next[id] })) })
  }
  return (
    <Card title={requests.length === 1 ? 'Needs your approval' : `Needs ${requests.length} approvals`}>
      {message && <p className="prose">{message}</p>}
      {requests.map((each) => {
        const decision = decisions[each.id]
        return (
          <ToolRequestView
            key={each.id}
            request={each}
            allowed={allowedDecisions}
            isBusy={busy !== null}
            decision={decision}
            onDecide={(next) => decide(each.id, next)}
          />
        )
      })}
      {alert}
    </Card>
  )
}

type RequestProps = {
  request: ToolRequest
  allowed: readonly string[]
  isBusy: boolean
  decision: Decision | undefined
  onDecide(decision: Decision): void
}

type Mode = 'decide' | 'edit' | 'reject'

/** Which form is open. Escape and Cancel lead back to the button that opened it. */
function useMode() {
  const [mode, setMode] = useState<Mode>('decide')
  const root = useRef<HTMLElement>(null)
  const cancel = () => {
    flushSync(() => setMode('decide'))
    root.current?.querySelector<HTMLElement>(`[data-opens="${mode}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || mode === 'decide') return
    // Elsewhere on the page it stops the run.
    event.stopPropagation()
    cancel()
  }
  return { mode, setMode, root, cancel, onKeyDown }
}

function ToolRequestView({ request, allowed, isBusy, decision, onDecide }: RequestProps) {
  const { toolSlug, toolName, arguments: args, reason = '', taint } = request
  const name = useToolName()(toolSlug)
  const { mode, setMode, root, cancel, onKeyDown } = useMode()
  const input = JSON.stringify(args, null, 2)
  return (
    <section
      ref={root}
      className="tool-request"
      aria-label={`Approval of ${toolName ?? name}`}
      onKeyDown={onKeyDown}
    >
      <p>
        The agent wants to use <NamedTool slug={toolSlug} name={toolName} />. {reasons[reason] ?? reason}
      </p>
      {taint && <p className="muted small">Text from outside: {taint}</p>}
      <ChangedCall call={request} />
      {mode === 'edit' ? (
        <EditArguments
          input={input}
          onCancel={cancel}
          onDone={(changed) => onDecide({ type: 'edit', args: changed })}
        />
      ) : (
        <CodeBlock snippets={[{ label: 'Input', text: input }]} />
      )}
      {mode === 'reject' && (
        <RejectForm
          onCancel={cancel}
          onDone={(text) => onDecide({ type: 'reject', ...(text === '' ? {} : { message: text }) })}
        />
      )}
      {decision && (
        <Status kind={decision.type === 'reject' ? 'off' : 'good'}>{decided[decision.type]}</Status>
      )}
      {mode === 'decide' && (!decision || isBusy) && (
        <DecisionButtons
          allowed={allowed}
          isBusy={isBusy}
          isApproving={decision?.type === 'approve'}
          onApprove={() => onDecide({ type: 'approve' })}
          onOpen={setMode}
        />
      )}
    </section>
  )
}

type DecisionButtonsProps = {
  allowed: readonly string[]
  isBusy: boolean
  isApproving: boolean
  onApprove(): void
  onOpen(mode: Mode): void
}

const DecisionButtons = ({ allowed, isBusy, isApproving, onApprove, onOpen }: DecisionButtonsProps) => (
  <div className="row">
    {allowed.includes('approve') && (
      <Button
        variant="primary"
        icon={<Check size={16} aria-hidden />}
        isBusy={isBusy && isApproving}
        onClick={onApprove}
      >
        Approve
      </Button>
    )}
    {allowed.includes('edit') && (
      <Button
        icon={<Pencil size={14} aria-hidden />}
        disabled={isBusy}
        data-opens="edit"
        onClick={() => onOpen('edit')}
      >
        Edit input
      </Button>
    )}
    {allowed.includes('reject') && (
      <Button
        variant="danger-outline"
        icon={<X size={16} aria-hidden />}
        disabled={isBusy}
        data-opens="reject"
        onClick={() => onOpen('reject')}
      >
        Reject
      </Button>
    )}
  </div>
)

type EditProps = { input: string; onCancel(): void; onDone(changed: unknown): void }

function EditArguments({ input, onCancel, onDone }: EditProps) {
  const [text, setText] = useState(input)
  const [fault, setFault] = useState<string>()
  const done = () => {
    try {
      onDone(parseJsonObject(text, 'input', '{ "name": "value" }'))
    } catch (error) {
      setFault((error as Error).message)
    }
  }
  return (
    <>
      <AreaField
        label="Input"
        name="input"
        isMono
        rows={Math.min(12, text.split('\n').length + 1)}
        value={text}
        error={fault}
        onChange={setText}
        hasInitialFocus
      />
      <div className="row">
        <Button variant="primary" onClick={done}>
          Approve with these
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </>
  )
}

function RejectForm({ onCancel, onDone }: { onCancel(): void; onDone(text: string): void }) {
  const [text, setText] = useState('')
  return (
    <>
      <AreaField
        label="Reason"
        name="reason"
        rows={2}
        value={text}
        onChange={setText}
        hint="The agent is given it. Optional."
        hasInitialFocus
      />
      <div className="row">
        <Button variant="danger" onClick={() => onDone(text.trim())}>
          Reject
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </>
  )
}
