import type { Workflow } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Send from 'lucide-react/icons/send'
import { type KeyboardEvent, useState } from 'react'
import { Button, IconButton } from '../../../components/actions/button.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { AreaField } from '../../../components/form/field.tsx'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { executePath, workflowExecutionUrl } from '../../../features/workflows/workflows-api.ts'
import { PauseForm } from '../run/pause-form.tsx'
import { useExecution } from '../run/use-execution.ts'
import { replyOf } from './reply-of.ts'

type TryAgentProps = {
  workflow: Workflow
  isDirty: boolean
  /** Saves what is edited: the newest version answers. */
  prepare(): Promise<boolean>
}

type Turn = { message: string; executionId: string }

/** A conversation with the newest version, also while the agent is not active. */
export function TryAgent({ workflow, isDirty, prepare }: TryAgentProps) {
  const api = useApiAs()
  const [turns, setTurns] = useState<readonly Turn[]>([])
  const [threadId, setThreadId] = useState<string | null>(null)
  const [text, setText] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async (message: string) => {
    if (message.trim() === '' || isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      if (!(await prepare())) return
      const started = await api.post(executePath, {
        params: { id: workflow.id },
        body: {
          input: { message },
          mode: 'production',
          allowWhenInactive: true,
          ...(threadId === null ? {} : { threadId }),
        },
      })
      setThreadId(started.threadId)
      setTurns([...turns, { message, executionId: started.executionId }])
      setText('')
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const sendWithKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void send(text)
  }
  const reset = () => {
    setTurns([])
    setThreadId(null)
  }
  return (
    <section className="agent-try" aria-label="Try it">
      <div className="agent-try-head">
        <h2>Try it</h2>
        {turns.length > 0 && (
          <IconButton label="New conversation" icon={<RotateCcw size={16} aria-hidden />} onClick={reset} />
        )}
      </div>
      <Messages
        turns={turns}
        starters={workflow.agent?.starterPrompts ?? []}
        onSend={(message) => void send(message)}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the field inside has the focus; Ctrl with Enter sends. */}
      <div onKeyDown={sendWithKeys}>
        <AreaField label="Message" name="message" rows={3} value={text} onChange={setText} />
        {failure !== null && <ErrorAlert error={failure} />}
        <div className="agent-try-send">
          <Button
            variant="primary"
            icon={<Send size={14} aria-hidden />}
            isBusy={isBusy}
            disabled={text.trim() === ''}
            onClick={() => void send(text)}
          >
            {isDirty ? 'Save and send' : 'Send'}
          </Button>
        </div>
      </div>
    </section>
  )
}

type MessagesProps = { turns: readonly Turn[]; starters: readonly string[]; onSend(message: string): void }

function Messages({ turns, starters, onSend }: MessagesProps) {
  if (turns.length > 0)
    return (
      <ol className="agent-messages" aria-live="polite">
        {turns.map((turn) => (
          <TurnMessages key={turn.executionId} turn={turn} />
        ))}
      </ol>
    )
  return (
    <div className="agent-messages">
      <p className="muted">Model and tool calls are real, and charged.</p>
      <div className="agent-starter-buttons">
        {starters.map((text) => (
          <Button key={text} onClick={() => onSend(text)}>
            {text}
          </Button>
        ))}
      </div>
    </div>
  )
}

function TurnMessages({ turn: { message, executionId } }: { turn: Turn }) {
  const { data, error } = useExecution(executionId, 700)
  const reply = data ? replyOf(data) : 'Working…'
  return (
    <>
      <li data-by="user">{message}</li>
      <li data-by="agent">
        {error ? <ErrorAlert error={error} /> : <p>{reply}</p>}
        {data?.state.pauses.map((pause) => (
          <PauseForm key={pause.id} pause={pause} />
        ))}
        <Link to={workflowExecutionUrl(executionId)} className="agent-run-link">
          Open the execution
        </Link>
      </li>
    </>
  )
}
