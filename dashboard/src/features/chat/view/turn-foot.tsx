import type { ThreadRun } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import Columns2 from 'lucide-react/icons/columns-2'
import Copy from 'lucide-react/icons/copy'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useState } from 'react'
import { Button, IconButton } from '../../../components/actions/button.tsx'
import { useCopy } from '../../../components/actions/use-copy.ts'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { formatDuration } from '../../../components/text/format-duration.ts'
import { formatAmount } from '../../../components/text/format-number.ts'
import { workflowExecutionUrl } from '../../workflows/workflows-api.ts'
import type { Turn } from '../transcript/turns.ts'
import type { Conversation } from '../use-conversation.ts'
import { BranchMenu } from './branch-menu.tsx'
import { RegenerateDialog } from './regenerate-dialog.tsx'
import { ResponseFeedback } from './response-feedback.tsx'

type FootProps = {
  conversation: Conversation
  turn: Turn
  run: ThreadRun | undefined
  /** Whether messages are edited and branches switched. */
  canEdit: boolean
  isLast: boolean
}

const orToast = (work: Promise<unknown>) => work.catch((error) => toasts.error(errorMessage(error)))

/** What a response cost, and what can be done with it. */
export function TurnFoot({ conversation, turn, run, canEdit, isLast }: FootProps) {
  const { question, replies } = turn
  const [isComparing, setComparing] = useState(false)
  const text = replies
    .filter(({ role }) => role === 'ai' || role === 'operator')
    .map((reply) => reply.text)
    .filter(Boolean)
    .join('\n\n')
  const last = replies.findLast(({ role }) => role === 'ai')
  return (
    <div className="step-foot">
      <span className="row">
        {replies[0] && (
          <BranchMenu
            conversation={conversation}
            message={replies[0]}
            noun="response"
            isDisabled={!canEdit}
          />
        )}
        {run && <RunFacts run={run} />}
      </span>
      <span className="step-actions">
        {text !== '' && <CopyText text={text} />}
        {last && text !== '' && <ResponseFeedback conversation={conversation} message={last} />}
        {canEdit && question && run && (
          <IconButton
            label="Compare with another response"
            icon={<Columns2 size={13} aria-hidden />}
            onClick={() => setComparing(true)}
          />
        )}
        {canEdit && isLast && question && run && (
          <Button
            variant="ghost"
            icon={<RotateCcw size={13} aria-hidden />}
            onClick={() => void orToast(conversation.regenerate(question.id))}
          >
            Regenerate
          </Button>
        )}
      </span>
      {isComparing && question && (
        <RegenerateDialog
          conversation={conversation}
          messageId={question.id}
          onClose={() => setComparing(false)}
        />
      )}
    </div>
  )
}

function RunFacts({ run: { run_id: id, usage, started_at: from, ended_at: to } }: { run: ThreadRun }) {
  const ms = from !== null && to !== null ? Date.parse(to) - Date.parse(from) : null
  return (
    <span className="muted small number step-stats">
      {usage && <span>{formatAmount(usage.credits)} credits</span>}
      {ms !== null && <span>{formatDuration(ms)}</span>}
      <Link to={workflowExecutionUrl(id)}>Open the run</Link>
    </span>
  )
}

function CopyText({ text }: { text: string }) {
  const { isCopied, copy } = useCopy(text)
  return (
    <IconButton
      label={isCopied ? 'Copied' : 'Copy the response'}
      icon={isCopied ? <Check size={13} aria-hidden /> : <Copy size={13} aria-hidden />}
      onClick={copy}
    />
  )
}
