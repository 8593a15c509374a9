import type { StartedInvocation, Trigger } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { CodeEditor } from '../../../components/code/editor/code-editor.tsx'
import { Dialog, DialogFoot } from '../../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { parseJsonObject } from '../../../components/form/parse-json-object.ts'
import { SegmentedControl } from '../../../components/form/segmented-control.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { useRead, useRefresh } from '../../../project.ts'
import { useApiAs } from '../../end-users/act-as.ts'
import { workflowExecutionUrl } from '../../workflows/workflows-api.ts'
import { InvocationState } from '../invocation-state.tsx'
import { testPath, triggerTypePath } from '../triggers-api.ts'

const modes = [
  { value: 'test', label: 'Test' },
  { value: 'production', label: 'Production' },
]

/** Starts the workflow with a sample of what the trigger would give it. */
export function TestTrigger({ trigger, onClose }: { trigger: Trigger; onClose(): void }) {
  const api = useApiAs()
  const refresh = useRefresh()
  const [started, setStarted] = useState<StartedInvocation | null>(null)
  const form = useForm({ payload: '', mode: 'test' })
  const { data: type, isPending } = useRead(['trigger-types', 'one', trigger.slug], (client, signal) =>
    client.get(triggerTypePath, { params: { slug: trigger.slug }, signal }),
  )
  useEffect(() => {
    if (type) form.set({ payload: JSON.stringify(type.samplePayload, null, 2) })
  }, [type])
  const run = form.submit(async ({ payload, mode }) => {
    setStarted(
      await api.post(testPath, {
        params: { triggerId: trigger.triggerId },
        body: {
          payload: parseJsonObject(payload, 'payload', '{ "body": {} }'),
          mode: mode as 'test' | 'production',
        },
      }),
    )
    await refresh(['triggers', 'invocations'])
  })
  return (
    <Dialog title="Test with a sample" width="wide" onClose={onClose}>
      <form className="form" noValidate onSubmit={run}>
        <p className="muted">
          Starts the workflow as the trigger would, also while it is disabled. In test mode tools are mocked
          and nothing is charged.
        </p>
        <SegmentedControl
          label="Mode"
          value={form.values.mode}
          choices={modes}
          onChange={(mode) => form.set({ mode })}
        />
        <CodeEditor
          label="Payload, as JSON"
          language="json"
          value={form.values.payload}
          onChange={(payload) => form.set({ payload })}
          lines={{ min: 6, max: 16 }}
        />
        {form.failure !== null && <ErrorAlert error={form.failure} />}
        {started && <Outcome started={started} />}
        <DialogFoot>
          <Button onClick={onClose}>{started ? 'Done' : 'Cancel'}</Button>
          {/* Before the sample is there, an empty payload would be sent. */}
          <Button type="submit" variant="primary" isBusy={form.isBusy} disabled={isPending}>
            {started ? 'Test again' : 'Start test'}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

const Outcome = ({ started: { status, executionId } }: { started: StartedInvocation }) => (
  <p role="status" className="row">
    <InvocationState status={status} />
    {executionId !== null && <Link to={workflowExecutionUrl(executionId)}>Open the execution</Link>}
  </p>
)
