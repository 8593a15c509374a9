import type { WorkflowExecutionDetail } from '@stoa/sdk'
import { Link, useParams } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { CopyId } from '../../../components/actions/copy-id.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { Chip, Status } from '../../../components/feedback/status.tsx'
import { Card, DescriptionList, Page } from '../../../components/layout/page.tsx'
import { formatDuration } from '../../../components/text/format-duration.ts'
import { formatAmount } from '../../../components/text/format-number.ts'
import { exactTime } from '../../../components/text/relative-time.ts'
import { inboxThreadUrl } from '../../../features/chat/chat-api.ts'
import { actingHeaders } from '../../../features/end-users/act-as.ts'
import { EndUserName } from '../../../features/end-users/end-user-name.tsx'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { ExecutionState, hasEnded } from '../../../features/workflows/execution-state.tsx'
import {
  executionEventsPath,
  executionPath,
  resumePath,
  workflowExecutionUrl,
  workflowUrl,
} from '../../../features/workflows/workflows-api.ts'
import { workflowRoutes } from '../routes.ts'
import { PauseForm } from '../run/pause-form.tsx'
import { useExecution } from '../run/use-execution.ts'
import { useExecutionFollow } from '../run/use-execution-follow.ts'
import { inputMessages, outputMessages } from './agent-values.ts'
import { EndNotice } from './end-notice.tsx'
import { ExecutionActions } from './execution-actions.tsx'
import { RunLog } from './run-log.tsx'
import { Steps } from './steps.tsx'
import { ValueCard } from './value-card.tsx'

const callsOf = ({ id, threadId }: WorkflowExecutionDetail) => {
  const options = { params: { id }, headers: actingHeaders() }
  return [
    { title: 'Retrieve', call: { method: 'GET', path: executionPath, ...options } },
    { title: 'Follow', call: { method: 'GET', path: executionEventsPath, ...options } },
    {
      title: 'Approve',
      call: {
        method: 'POST',
        path: resumePath,
        params: { threadId },
        headers: actingHeaders(),
        body: { resumeValue: { approved: true } },
      },
    },
    {
      title: 'Retry',
      call: { method: 'POST', path: `${executionPath}/retry`, ...options, body: { from: 'failed_node' } },
    },
    {
      title: 'Replay',
      call: { method: 'POST', path: `${executionPath}/replay`, ...options, body: { against: 'draft' } },
    },
  ] as const
}

/** One execution: what it waits for, where its time went, and what each step got and gave. */
export function ExecutionPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { data, error, refetch } = useExecution(id)
  useExecutionFollow(data && hasEnded(data.status) ? null : id)
  const back = { to: workflowRoutes.allExecutions, label: 'Executions' }
  if (!data)
    return (
      <Page title="Execution" back={back}>
        {error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={8} />}
      </Page>
    )
  return (
    <Page
      title={`Execution of ${data.workflowName}`}
      badge={
        <span className="row">
          <ExecutionState {...data} />
          {data.executionMode === 'test' && <Chip>Test</Chip>}
        </span>
      }
      back={back}
      actions={<ExecutionActions execution={data} />}
      calls={callsOf(data)}
    >
      {data.state.pauses.map((pause) => (
        <PauseForm key={pause.id} pause={pause} />
      ))}
      {data.error && <ExecutionError execution={data} />}
      <EndNotice execution={data} />
      <div className="page-sides">
        <div className="stack">
          <Steps execution={data} />
          <RunLog execution={data} />
        </div>
        <div className="stack">
          <Card title="Details">
            <Facts execution={data} />
          </Card>
          <Values execution={data} />
        </div>
      </div>
    </Page>
  )
}

function ExecutionError({ execution: { error, steps } }: { execution: WorkflowExecutionDetail }) {
  // The step may be of a subflow, or beyond the steps that are listed.
  const name = steps.find(({ step }) => step === error?.step)?.name
  return (
    <div className="error-alert" role="alert">
      <CircleAlert size={16} aria-hidden />
      <p className="error-alert-message">{error?.message}</p>
      <p className="error-alert-details">
        <code>{error?.code}</code>
        {error?.step && <span>in {name ?? <code>{error.step}</code>}</span>}
      </p>
    </div>
  )
}

function Values({
  execution: { workflowType, status, inputData, outputData },
}: {
  execution: WorkflowExecutionDetail
}) {
  const isAgent = workflowType === 'agent'
  return (
    <>
      <ValueCard title="Input" value={inputData} messages={isAgent ? inputMessages(inputData) : null} />
      {hasEnded(status) && (
        <ValueCard title="Output" value={outputData} messages={isAgent ? outputMessages(outputData) : null} />
      )}
    </>
  )
}

function Facts({ execution }: { execution: WorkflowExecutionDetail }) {
  const { workflowId, workflowName, version, eUID, startedAt, executionDurationMs, usage, retryOf } =
    execution
  const nameOf = useEndUserNames([eUID])
  const isInThread = execution.workflowType === 'agent' && execution.executionMode === 'production'
  return (
    <>
      <DescriptionList
        facts={[
          [
            'Workflow',
            <Link key="workflow" to={workflowUrl(workflowId)}>
              {workflowName}
            </Link>,
          ],
          ['Version', version],
          ['Duration', executionDurationMs === null ? '–' : formatDuration(executionDurationMs)],
          ['Credits', formatAmount(usage?.credits ?? 0)],
          ['End user', <EndUserName key="user" id={eUID} name={nameOf(eUID)} />],
          ['Started', exactTime(new Date(startedAt))],
          ...(execution.resumesAt === null
            ? []
            : [['Resumes', exactTime(new Date(execution.resumesAt))] as const]),
          ...(retryOf === null
            ? []
            : [
                [
                  'Retry of',
                  <Link key="of" to={workflowExecutionUrl(retryOf)}>
                    execution …{retryOf.slice(-8)}
                  </Link>,
                ] as const,
              ]),
          ...(isInThread
            ? [
                [
                  'Conversation',
                  <Link key="conversation" to={inboxThreadUrl(execution.threadId)}>
                    Open the conversation
                  </Link>,
                ] as const,
              ]
            : []),
          ['Thread', <CopyId key="thread" id={execution.threadId} />],
          ['ID', <CopyId key="id" id={execution.id} />],
        ]}
      />
      {!execution.payloadsStored && (
        <Status kind="off">Inputs and outputs of this execution are not stored.</Status>
      )}
    </>
  )
}
