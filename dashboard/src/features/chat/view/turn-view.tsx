import { StoaError, type StoppedBy, type ThreadRun } from '@stoa/sdk'
import { useMemo } from 'react'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { LimitsLink, limitTexts } from '../../workflows/limits.tsx'
import { passagesOf } from '../transcript/passages.ts'
import { callsOf, noProgress, stoppedByOf, type Turn } from '../transcript/turns.ts'
import type { Conversation } from '../use-conversation.ts'
import { PassagesView } from './passages-view.tsx'
import { QuestionView } from './question-view.tsx'
import { ReplyView } from './reply-view.tsx'
import { TurnFoot } from './turn-foot.tsx'

type TurnProps = { conversation: Conversation; turn: Turn; isLast: boolean; canEdit: boolean }

/** A message of the user and everything it led to. */
export function TurnView({ conversation, turn, isLast, canEdit }: TurnProps) {
  const { live, isRunning, runs } = conversation
  const { question, replies, runId } = turn
  const progress = live.run ?? noProgress
  const isActive = isLast && isRunning
  const shown = replies.filter(({ role }) => role !== 'tool')
  const passages = useMemo(() => passagesOf(replies), [replies])
  const stoppedBy = stoppedByOf(turn)
  const run = runs.find(({ run_id: id }) => id === runId)
  return (
    <div className="turn">
      {question && (
        <QuestionView conversation={conversation} message={question} canEdit={canEdit && !isRunning} />
      )}
      <section className="stack" aria-label="Response">
        {shown.map((message, at) => (
          <ReplyView
            key={message.id}
            message={message}
            passages={passages}
            calls={callsOf(message, replies, progress)}
            isGenerating={isActive && at === shown.length - 1}
            showsModel={message.model !== shown[at - 1]?.model}
          />
        ))}
        {!isActive && <PassagesView passages={passages} />}
        {isActive && <Progress conversation={conversation} isSilent={shown.length === 0} />}
        {run && !isActive && <RunOutcome run={run} />}
        {stoppedBy !== null && !isActive && (
          <StoppedNote stoppedBy={stoppedBy} agentId={run?.assistant_id ?? conversation.thread?.workflowId} />
        )}
        {!isActive && (
          <TurnFoot
            conversation={conversation}
            turn={turn}
            run={run}
            canEdit={canEdit && !isRunning}
            isLast={isLast}
          />
        )}
      </section>
    </div>
  )
}

const Progress = ({
  conversation: { live },
  isSilent,
}: {
  conversation: Conversation
  isSilent: boolean
}) => (
  <p role="status">
    {live.isConnected ? (
      <Status kind="warn">{isSilent ? 'Waiting' : 'Generating'}</Status>
    ) : (
      <Status kind="bad">Connection lost, reconnecting</Status>
    )}
  </p>
)

/** How a run ended, where that was not as intended. */
function RunOutcome({ run: { status, error } }: { run: ThreadRun }) {
  if (status === 'cancelled') return <Status kind="off">Stopped</Status>
  if (error === null) return null
  const hint = 'Send the message again, or open the run to see where it failed.'
  return <ErrorAlert error={new StoaError({ ...error, type: 'run_failed', status: 0, hint })} />
}

type StoppedNoteProps = { stoppedBy: StoppedBy; agentId: string | null | undefined }

/** A response that a limit ended may be no more than a part of the work. */
const StoppedNote = ({ stoppedBy, agentId }: StoppedNoteProps) => (
  <p className="row small">
    <Status kind="warn">Stopped</Status>
    <span className="muted">The agent {limitTexts[stoppedBy]}.</span>
    {agentId && <LimitsLink workflowId={agentId} />}
  </p>
)
