import type { SandboxExecution } from '@stoa/sdk'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import Repeat from 'lucide-react/icons/repeat'
import SquareTerminal from 'lucide-react/icons/square-terminal'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { CopyId } from '../../../components/actions/copy-id.tsx'
import { CodeEditor } from '../../../components/code/editor/code-editor.tsx'
import { JsonTree } from '../../../components/code/json-tree.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { Card, DescriptionList, Page } from '../../../components/layout/page.tsx'
import { formatDuration } from '../../../components/text/format-duration.ts'
import { formatAmount } from '../../../components/text/format-number.ts'
import { exactTime } from '../../../components/text/relative-time.ts'
import { actAs, actingHeaders } from '../../../features/end-users/act-as.ts'
import { EndUserName } from '../../../features/end-users/end-user-name.tsx'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { ExecutionState } from '../../../features/sandboxes/execution-state.tsx'
import { languageNames } from '../../../features/sandboxes/languages.ts'
import { executionPath } from '../../../features/sandboxes/sandbox-paths.ts'
import { ExecutionResult, OutputView } from '../../../features/sandboxes/workbench/console.tsx'
import { outputOf } from '../../../features/sandboxes/workbench/output.ts'
import { href } from '../../../href.ts'
import { useRead } from '../../../project.ts'
import { sandboxRoutes } from '../routes.ts'
import { Receipt } from './receipt.tsx'
import { RerunDialog } from './rerun-dialog.tsx'
import '../../../features/sandboxes/executions.css'

export function ExecutionPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { data, error, refetch } = useRead(['sandbox', 'execution', id], (api, signal) =>
    actAs(api).get(executionPath, { params: { executionId: id }, signal }),
  )
  const back = { to: sandboxRoutes.executions, label: 'Executions' }
  if (!data) {
    return (
      <Page title="Execution" back={back}>
        {error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={8} />}
      </Page>
    )
  }
  const options = { params: { executionId: id }, headers: actingHeaders(undefined) }
  return (
    <Page
      title={`${languageNames[data.language]} execution`}
      badge={<ExecutionState execution={data} />}
      back={back}
      actions={<ExecutionButtons execution={data} />}
      calls={[
        { title: 'Retrieve', call: { method: 'GET', path: executionPath, ...options } },
        {
          title: 'Rerun and compare',
          call: { method: 'POST', path: `${executionPath}/rerun`, ...options },
        },
      ]}
    >
      <div className="page-sides">
        <div className="stack">
          <Card title="Result">
            <OutputView parts={outputOf(data)} />
            <ExecutionResult result={data} />
          </Card>
          <Source execution={data} />
        </div>
        <div className="stack">
          <Card title="Details">
            <ExecutionFacts execution={data} />
          </Card>
          <Receipt receipt={data.receipt} />
        </div>
      </div>
    </Page>
  )
}

function ExecutionButtons({ execution: { id, source } }: { execution: SandboxExecution }) {
  const navigate = useNavigate()
  const [isAgain, setAgain] = useState(false)
  return (
    <>
      <Button
        icon={<SquareTerminal size={14} aria-hidden />}
        disabled={source === null}
        onClick={() => void navigate({ to: `${sandboxRoutes.playground}?execution=${id}` })}
      >
        Open in playground
      </Button>
      <Button
        variant="primary"
        icon={<Repeat size={14} aria-hidden />}
        disabled={source === null}
        onClick={() => setAgain(true)}
      >
        {' '}
        Rerun
      </Button>
      {isAgain && <RerunDialog executionId={id} onClose={() => setAgain(false)} />}
    </>
  )
}

const Source = ({ execution: { source, state, language } }: { execution: SandboxExecution }) =>
  source === null ? (
    <Card title="Script">
      <p className="muted">
        Logging of inputs and outputs is off: only checksums are stored. Turn it on in Settings for future
        runs.
      </p>
    </Card>
  ) : (
    <>
      <Card title="Script">
        <CodeEditor
          label={`${languageNames[language]} source`}
          language={language}
          value={source}
          isReadOnly
          lines={{ min: 1, max: 30 }}
        />
      </Card>
      {state !== null && (
        <Card title="Input state">
          <JsonTree value={state} label="State" />
        </Card>
      )}
    </>
  )

function ExecutionFacts({ execution }: { execution: SandboxExecution }) {
  const { language, durationMs, creditsUsed, sessionId, rerunOf, eUID, createdAt, errorCode } = execution
  const nameOf = useEndUserNames([eUID])
  return (
    <DescriptionList
      facts={[
        ['Language', languageNames[language]],
        ...(errorCode === null ? [] : [['Error code', <code key="code">{errorCode}</code>] as const]),
        ['Duration', formatDuration(durationMs)],
        ['Credits', formatAmount(creditsUsed)],
        [
          'Mode',
          sessionId === null ? (
            'one-off'
          ) : (
            <Link key="session" to={href(sandboxRoutes.session, { id: sessionId })}>
              session …{sessionId.slice(-8)}
            </Link>
          ),
        ],
        ...(rerunOf === null
          ? []
          : [
              [
                'Rerun of',
                <Link key="of" to={href(sandboxRoutes.execution, { id: rerunOf })}>
                  execution …{rerunOf.slice(-8)}
                </Link>,
              ] as const,
            ]),
        ['End user', <EndUserName key="user" id={eUID} name={nameOf(eUID)} />],
        ['Started', exactTime(new Date(createdAt))],
        ['ID', <CopyId key="id" id={execution.id} />],
      ]}
    />
  )
}
