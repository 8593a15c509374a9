import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { Button } from '../../../components/actions/button.tsx'
import { useCopy } from '../../../components/actions/use-copy.ts'
import { CodeBlock } from '../../../components/code/code-block.tsx'
import { prettyJson } from '../../../components/code/pretty-json.ts'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { Chip, Status } from '../../../components/feedback/status.tsx'
import { Markdown } from '../../../components/markdown/markdown.tsx'
import { formatDuration } from '../../../components/text/format-duration.ts'
import { formatAmount } from '../../../components/text/format-number.ts'
import { href } from '../../../href.ts'
import { modelRoutes } from '../../models/routes.ts'
import { demoModel } from '../model-capabilities.ts'
import { isStepRunning, type Side, type Step, type Turn } from './draft.ts'
import { errorOf } from './step.ts'
import { ToolView } from './tools/tool-view.tsx'
import type { Chat } from './use-chat.ts'

type ResponseProps = { chat: Chat; turn: Turn; side: Side; isLast: boolean }

/** Everything one model said to one message. */
export function ResponseView({ chat, turn, side, isLast }: ResponseProps) {
  const steps = turn.answers[side]
  return (
    <section className="stack" aria-label={side === 'a' ? 'Response' : 'Response of the second model'}>
      {steps.map((step, at) => {
        const isOpen = isLast && at === steps.length - 1 && step.phase !== 'running'
        return (
          <StepView
            key={step.id}
            step={step}
            onResult={(index, result) => chat.setResult(turn.id, side, step.id, index, result)}
            onRun={(index) => chat.runTool({ turnId: turn.id, side, stepId: step.id, at: index })}
            {...(isOpen && step.tools.length > 0 && !isStepRunning(step)
              ? { onContinue: () => chat.continueChat(turn.id, side) }
              : {})}
            {...(isOpen ? { onRetry: () => chat.retry(turn.id, side) } : {})}
          />
        )
      })}
    </section>
  )
}

type StepProps = {
  step: Step
  onResult(at: number, result: string): void
  /** Runs a tool that waits for approval. */
  onRun(at: number): void
  /** Only for the last response, once it has ended. */
  onContinue?(): void
  onRetry?(): void
}

function StepView({ step, onResult, onRun, onContinue, onRetry }: StepProps) {
  const { phase, text, reasoning, tools, error, reply, model } = step
  const isSilent = text === '' && reasoning === '' && tools.length === 0
  const name = reply?.model ?? (model || 'Default model')
  return (
    <article className="step">
      <p className="step-head">
        <span className="mono small">{name}</span>
        {(reply?.model ?? model) === demoModel && <Chip>not a language model</Chip>}
        {reply?.fallbackFrom && <Chip>instead of {reply.fallbackFrom}</Chip>}
        {phase === 'running' && <Status kind="warn">{isSilent ? 'Waiting' : 'Generating'}</Status>}
        {phase === 'stopped' && <Status kind="off">Stopped</Status>}
      </p>
      {reasoning !== '' && (
        <details className="step-fold">
          <summary>Reasoning</summary>
          <p className="step-reasoning">{reasoning}</p>
        </details>
      )}
      <div className="step-text" aria-live="polite" aria-busy={phase === 'running'}>
        {text !== '' && <ResponseText step={step} />}
      </div>
      {tools.map((tool, at) => (
        <ToolView
          key={at}
          tool={tool}
          isOpen={onContinue !== undefined && tool.run?.phase !== 'succeeded'}
          onResult={(result) => onResult(at, result)}
          onRun={() => onRun(at)}
        />
      ))}
      {onContinue && (
        <div>
          <Button variant="primary" onClick={onContinue}>
            Send the {tools.length === 1 ? 'result' : 'results'}
          </Button>
        </div>
      )}
      {error && <ErrorAlert error={errorOf(error)} />}
      {phase === 'stopped' && <p className="muted small">Tokens generated so far are billed.</p>}
      <StepFoot step={step} {...(onRetry ? { onRetry } : {})} />
    </article>
  )
}

/** JSON is shown as it is; only prose may hold markup. */
const ResponseText = ({ step: { format, text } }: { step: Step }) =>
  format === 'text' ? (
    <Markdown text={text} />
  ) : (
    <CodeBlock snippets={[{ label: 'JSON', text: prettyJson(text) ?? text }]} />
  )

function StepFoot({ step, onRetry }: { step: Step; onRetry?(): void }) {
  const { phase, reply, text, firstTokenMs, totalMs } = step
  const { isCopied, copy } = useCopy(text)
  if (phase === 'running') return null
  const { usage } = reply ?? {}
  return (
    <div className="step-foot">
      <span className="muted small number step-stats">
        {firstTokenMs !== null && <span>first token {formatDuration(firstTokenMs)}</span>}
        {totalMs !== null && <span>total {formatDuration(totalMs)}</span>}
        {usage && (
          <span>
            {formatAmount(usage.promptTokens)} + {formatAmount(usage.completionTokens)} tokens
          </span>
        )}
        {usage && usage.reasoningTokens > 0 && <span>{formatAmount(usage.reasoningTokens)} reasoning</span>}
        {usage && usage.cachedInputTokens > 0 && <span>{formatAmount(usage.cachedInputTokens)} cached</span>}
        {usage && <span>{usage.unpriced ? 'no price' : `${formatAmount(usage.credits)} credits`}</span>}
        {reply && reply.finishReason !== 'stop' && <span>finish reason: {reply.finishReason}</span>}
        {reply ? (
          <Link to={href(modelRoutes.call, { id: reply.id })}>View log</Link>
        ) : (
          phase === 'stopped' && <Link to={modelRoutes.calls}>View calls</Link>
        )}
      </span>
      <span className="step-actions">
        {text !== '' && (
          <Button
            variant="ghost"
            icon={isCopied ? <Check size={13} aria-hidden /> : <Copy size={13} aria-hidden />}
            onClick={copy}
          >
            {isCopied ? 'Copied' : 'Copy'}
          </Button>
        )}
        {onRetry && (
          <Button variant="ghost" icon={<RotateCcw size={13} aria-hidden />} onClick={onRetry}>
            Regenerate
          </Button>
        )}
      </span>
    </div>
  )
}
