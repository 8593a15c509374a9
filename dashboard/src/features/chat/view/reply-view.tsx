import Headset from 'lucide-react/icons/headset'
import { memo } from 'react'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { Chip } from '../../../components/feedback/status.tsx'
import { Markdown } from '../../../components/markdown/markdown.tsx'
import { messageAnchor } from '../chat-api.ts'
import type { LiveRun } from '../transcript/live-run.ts'
import type { Message } from '../transcript/message.ts'
import { type Passage, withTitles } from '../transcript/passages.ts'
import { type CallView, callsOf } from '../transcript/turns.ts'
import { useRunLog } from '../use-run-log.ts'
import { ToolCallView } from './tool-call-view.tsx'

type ReplyProps = {
  message: Message
  calls: readonly CallView[]
  /** What the agent found for it. */
  passages?: readonly Passage[]
  isGenerating: boolean
  showsModel: boolean
}

const none: readonly Passage[] = []

const demoModel = 'local/demo'
/** The tool by which an agent passes a task to another one. */
const delegateTool = 'delegate'

/** One message of the agent, or of the human who answers in its place. */
export const ReplyView = memo(({ message, calls, passages = none, isGenerating, showsModel }: ReplyProps) => {
  const { role, text, reasoning, model, runId } = message
  return (
    <article className="reply" data-role={role} id={messageAnchor(message.id)}>
      {role === 'operator' && (
        <p className="step-head">
          <Headset size={14} aria-hidden />
          <span className="small">Operator</span>
        </p>
      )}
      {showsModel && model !== null && (
        <p className="step-head">
          <span className="mono small muted">{model}</span>
          {model === demoModel && <Chip>not a language model</Chip>}
        </p>
      )}
      {reasoning !== '' && (
        <details className="step-fold">
          <summary>Reasoning</summary>
          <p className="step-reasoning">{reasoning}</p>
        </details>
      )}
      <div className="step-text" aria-live="polite" aria-busy={isGenerating}>
        {text !== '' && <Markdown text={withTitles(text, passages)} />}
      </div>
      {calls.map((call) => (
        <ToolCallView key={call.id} call={call}>
          {call.nested ? (
            <NestedAgent run={call.nested} />
          ) : (
            call.name === delegateTool && <LoggedAgent callId={call.id} runId={runId} />
          )}
        </ToolCallView>
      ))}
    </article>
  )
})

/** What the agent did that the call passed a task to. */
const NestedAgent = ({ run }: { run: LiveRun }) => {
  const shown = run.messages.filter(({ role }) => role === 'ai')
  return (
    <section className="nested-agent" aria-label="Sub-agent">
      {shown.map((message, at) => (
        <ReplyView
          key={message.id}
          message={message}
          calls={callsOf(message, run.messages, run)}
          isGenerating={false}
          showsModel={message.model !== shown[at - 1]?.model}
        />
      ))}
    </section>
  )
}

/** The same of a run that has ended: no thread stores it, so it is read from the log of the run. */
function LoggedAgent({ callId, runId }: { callId: string; runId: string | null }) {
  const { data, error, refetch } = useRunLog(runId, true)
  if (error && !data) return <ErrorAlert error={error} retry={() => void refetch()} />
  if (!data) return <SkeletonLines count={2} />
  const nested = data.nested[callId]
  return nested ? (
    <NestedAgent run={nested} />
  ) : (
    <p className="muted small">The log of this run has been deleted. Its steps are on the page of the run.</p>
  )
}
