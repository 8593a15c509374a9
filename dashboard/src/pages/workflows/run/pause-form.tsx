import type { WorkflowPause } from '@stoa/sdk'
import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { JsonTree } from '../../../components/code/json-tree.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { AreaField } from '../../../components/form/field.tsx'
import { Card } from '../../../components/layout/page.tsx'
import { Countdown } from '../../../components/text/countdown.tsx'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { resolve, shapeOf } from '../../../features/tools/schema-form/field-shape.ts'
import { SchemaFields, type Values } from '../../../features/tools/schema-form/schema-fields.tsx'
import { resumePath } from '../../../features/workflows/workflows-api.ts'
import { useRefresh } from '../../../project.ts'
import { ConnectLink, decisionsAbout, RequestedCalls } from './agent-pause.tsx'
import './step-details.css'

/** Answers a pause; the first answer counts. */
function useAnswer({ id, threadId, executionId }: WorkflowPause) {
  const api = useApiAs()
  const refresh = useRefresh()
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const answer = async (name: string, resumeValue: unknown, done: string, comment = '') => {
    setBusy(name)
    setFailure(null)
    try {
      const reason = comment.trim() === '' ? {} : { comment: comment.trim() }
      const body = { resumeValue, ...reason, executionId, pauseId: id }
      await api.post(resumePath, { params: { threadId }, body })
      toasts.success(done)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(null)
      // An error may mean that another user has answered; the reloaded page shows it.
      await refresh(['workflows'])
    }
  }
  return { answer, failure, busy }
}

/** What an execution waits for, and the ways to go on. */
export const PauseForm = ({ pause }: { pause: WorkflowPause }) =>
  pause.decidedBy === 'end_user' ? (
    <Card title="Waits for the end user">
      <p>{pause.message || 'The end user decides about this, where the conversation is.'}</p>
      <RequestedCalls pause={pause} />
    </Card>
  ) : pause.kind === 'human_wait' || pause.kind === 'approval' || pause.kind === 'connection' ? (
    <ApprovalForm pause={pause} />
  ) : pause.kind === 'uncertain' ? (
    <UncertainForm pause={pause} />
  ) : (
    <Card title="Waits for an event">
      <p>
        Resumes when the event <code>{String(pause.request.event ?? '')}</code> is sent to this execution.
      </p>
    </Card>
  )

const questions = { approval: 'Make these calls?', other: 'Continue this execution?' }

function ApprovalForm({ pause }: { pause: WorkflowPause }) {
  const { answer, failure, busy } = useAnswer(pause)
  const [values, setValues] = useState<Values>({})
  const [comment, setComment] = useState('')
  const decide = (approved: boolean) =>
    void answer(
      approved ? 'approve' : 'reject',
      pause.kind === 'approval' ? decisionsAbout(pause, approved) : { approved, ...values },
      approved ? 'Approved' : 'Rejected',
      comment,
    )
  return (
    <Card title="Needs a decision">
      {pause.kind === 'connection' ? (
        <ConnectLink pause={pause} />
      ) : (
        <p className="prose">
          {pause.message || questions[pause.kind === 'approval' ? 'approval' : 'other']}
        </p>
      )}
      <RequestedCalls pause={pause} />
      {pause.expiresAt !== null && (
        <p className="muted small">
          Time left: <Countdown until={new Date(pause.expiresAt)} done="none" />
        </p>
      )}
      <FormFields schema={pause.request.inputSchema} values={values} onChange={setValues} />
      <AreaField
        label="Comment"
        name="comment"
        rows={2}
        value={comment}
        onChange={setComment}
        hint={pause.kind === 'approval' ? 'The agent is given it. Optional.' : undefined}
      />
      {failure !== null && <ErrorAlert error={failure} />}
      <div className="pause-buttons">
        <Button
          variant="primary"
          icon={<Check size={16} aria-hidden />}
          isBusy={busy === 'approve'}
          disabled={busy === 'reject'}
          onClick={() => decide(true)}
        >
          Approve
        </Button>
        <Button
          variant="danger-outline"
          icon={<X size={16} aria-hidden />}
          isBusy={busy === 'reject'}
          disabled={busy === 'approve'}
          onClick={() => decide(false)}
        >
          Reject
        </Button>
      </div>
    </Card>
  )
}

type FormFieldsProps = { schema: unknown; values: Values; onChange(values: Values): void }

function FormFields({ schema, values, onChange }: FormFieldsProps) {
  if (typeof schema !== 'object' || schema === null) return null
  const root = schema as Record<string, unknown>
  const shape = shapeOf(resolve(root, root), root)
  if (shape.kind !== 'object') return null
  return (
    <SchemaFields
      fields={shape.fields}
      root={root}
      path=""
      depth={0}
      errors={new Map()}
      value={values}
      onChange={onChange}
    />
  )
}

/** A step with side effects had begun when a server was lost: only a user can find out whether it was done. */
function UncertainForm({ pause }: { pause: WorkflowPause }) {
  const { answer, failure, busy } = useAnswer(pause)
  const [output, setOutput] = useState('')
  const [fault, setFault] = useState<string>()
  const done = () => {
    try {
      const value: unknown = output.trim() === '' ? null : JSON.parse(output)
      setFault(undefined)
      void answer('done', { choice: 'done', output: value }, 'Continued with this output')
    } catch (error) {
      setFault(`Not JSON: ${(error as Error).message}`)
    }
  }
  return (
    <Card title="May have run already">
      <p>
        {pause.message ??
          `A server was lost while "${pause.nodeId}" was executed. Check at the service whether it was done.`}
      </p>
      <JsonTree value={pause.request} label="The step" />
      <AreaField
        label="Its output, as JSON"
        name="output"
        isMono
        rows={3}
        value={output}
        error={fault}
        onChange={setOutput}
        hint="Used if it was done. Empty means null."
      />
      {failure !== null && <ErrorAlert error={failure} />}
      <div className="pause-buttons">
        <Button isBusy={busy === 'done'} onClick={done}>
          It was done
        </Button>
        <Button
          isBusy={busy === 'again'}
          onClick={() => void answer('again', { choice: 'again' }, 'Runs again')}
        >
          Run it again
        </Button>
        <Button
          variant="danger-outline"
          isBusy={busy === 'stop'}
          onClick={() => void answer('stop', { choice: 'stop' }, 'Stopped')}
        >
          Fail the execution
        </Button>
      </div>
    </Card>
  )
}
