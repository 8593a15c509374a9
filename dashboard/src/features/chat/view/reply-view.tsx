import Headset from 'lucide-react/icons/headset'
import { memo } from 'react'
import { Chip } from '../../../components/feedback/status.tsx'
import { Markdown } from '../../../components/markdown/markdown.tsx'
import type { Message } from '../transcript/message.ts'
import type { CallView } from '../transcript/turns.ts'
import { ToolCallView } from './tool-call-view.tsx'

type ReplyProps = { message: Message; calls: readonly CallView[]; isGenerating: boolean; showsModel: boolean }

const demoModel = 'local/demo'

/** One message of the agent, or of the human who answers in its place. */
export const ReplyView = memo(({ message, calls, isGenerating, showsModel }: ReplyProps) => {
  const { role, text, reasoning, model } = message
  return (
    <article className="reply" data-role={role}>
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
        {text !== '' && <Markdown text={text} />}
      </div>
      {calls.map((call) => (
        <ToolCallView key={call.id} call={call} />
      ))}
    </article>
  )
})
