import type { ToolDetail, ToolExecution } from '@stoa/sdk'
import { isStoaError } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { JsonBlock } from '../../../components/code/code-block.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { formatDuration } from '../../../components/text/format-duration.ts'
import { formatAmount } from '../../../components/text/format-number.ts'
import { ConnectDialog } from '../../../features/connections/connect/connect-dialog.tsx'
import { ResultView } from '../../../features/sandboxes/workbench/console.tsx'
import { StepResults, stepResultsIn } from '../../../features/tools/browser-steps/step-results.tsx'
import { errorLabels } from '../../../features/tools/error-labels.ts'
import { toolRunUrl } from '../../../features/tools/tools-api.ts'
import { href } from '../../../href.ts'
import { connectionRoutes } from '../../connections/routes.ts'
import { fileRoutes } from '../../files/routes.ts'
import type { ToolRun } from './use-tool-run.ts'
import '../../../features/sandboxes/workbench/console.css'

type ResultProps = { tool: ToolDetail; run: ToolRun | null; user: string; keep?: ReactNode }

/** What came of a run: its value, or what went wrong and what to do about it. */
export function Result({ tool, run, user, keep }: ResultProps) {
  if (!run)
    return (
      <p className="console-empty muted">
        Run the tool to see its result here. A dry run validates and shows the request without sending it or
        charging credits.
      </p>
    )
  return (
    <div className="console">
      <p className="console-state" role="status">
        {run.phase === 'running' && <Status kind="warn">{run.isDryRun ? 'Checking' : 'Running'}</Status>}
        {run.phase === 'stopped' && <Status kind="off">Stopped</Status>}
        {run.phase === 'refused' && <Status kind="bad">Not run</Status>}
        {run.phase === 'ended' && <Summary result={run.result} />}
      </p>
      {run.phase === 'refused' && <Refusal failure={run.failure} tool={tool} user={user} />}
      {run.phase === 'ended' && <Ending tool={tool} result={run.result} />}
      {run.phase === 'ended' && keep}
    </div>
  )
}

const Summary = ({ result }: { result: ToolExecution }) => (
  <>
    {result.successful ? (
      <Status kind="good">{result.dryRun ? 'Dry run OK' : 'Succeeded'}</Status>
    ) : (
      <Status kind="bad">{result.errorCode ? errorLabels[result.errorCode].name : 'Failed'}</Status>
    )}
    <span className="console-timing muted number">
      <span>{formatDuration(result.durationMs)}</span>
      <span>{formatAmount(result.creditsCharged)} credits</span>
      {result.upstreamStatus !== null && <span>upstream status {result.upstreamStatus}</span>}
      {result.tries > 1 && <span>{result.tries} attempts</span>}
      {result.connectedAccountId && (
        <Link to={href(connectionRoutes.detail, { id: result.connectedAccountId })}>Account</Link>
      )}
      {result.logId && <Link to={toolRunUrl(result.logId)}>View log</Link>}
    </span>
  </>
)

export const ErrorBox = ({ error, errorCode, retryAfterMs }: ErrorBoxProps) => (
  <div className="console-error">
    <p className="mono">{error}</p>
    {errorCode && (
      <span className="small">
        <code>{errorCode}</code> {errorLabels[errorCode].next}
        {retryAfterMs ? ` Retry after ${formatDuration(retryAfterMs)}.` : ''}
      </span>
    )}
  </div>
)

type ErrorBoxProps = Pick<ToolExecution, 'error' | 'errorCode'> & { retryAfterMs?: number | null }

type EndingProps = { tool: ToolDetail; result: ToolExecution }

const Ending = ({ tool, result }: EndingProps) => (
  <>
    {result.error !== null && <ErrorBox {...result} />}
    <Steps tool={tool} result={result} />
    {result.warnings.map((warning) => (
      <p key={warning} className="console-note">
        <Status kind="warn">{warning}</Status>
      </p>
    ))}
    {result.fileId && (
      <p className="console-note">
        <Status kind="warn">
          The result is too large to display.{' '}
          <Link to={href(fileRoutes.detail, { id: result.fileId })}>Full result</Link>
        </Status>
      </p>
    )}
    {result.request && (
      <section className="stack" aria-label="Request">
        <h3>Request (secrets hidden)</h3>
        <JsonBlock value={result.request} />
      </section>
    )}
    <Value tool={tool} result={result} />
  </>
)

/** Of the version that the page shows; another one may have other steps. */
function stepsOf(tool: ToolDetail, result: ToolExecution) {
  const results = stepResultsIn(result.data)
  return tool.browser && results && result.version === tool.version
    ? { steps: tool.browser.steps, results }
    : null
}

function Steps({ tool, result }: EndingProps) {
  const done = stepsOf(tool, result)
  return done && <StepResults {...done} />
}

/** What came of the steps has its own list. */
function Value({ tool, result }: EndingProps) {
  const { data, dryRun } = result
  if (data === null || data === undefined || dryRun) return null
  if (stepsOf(tool, result) === null) return <ResultView value={data} />
  const { results: _results, ...rest } = data as { results: unknown }
  return Object.keys(rest).length === 0 ? null : <ResultView value={rest} />
}

/** A missing account can be connected here. */
function Refusal({ failure, tool, user }: { failure: unknown; tool: ToolDetail; user: string }) {
  const [isConnecting, setConnecting] = useState(false)
  const isMissing = isStoaError(failure) && failure.code === 'connection_required'
  return (
    <>
      <ErrorAlert error={failure}>
        {isMissing && (
          <Button variant="primary" onClick={() => setConnecting(true)}>
            Connect an account
          </Button>
        )}
      </ErrorAlert>
      {isConnecting && (
        <ConnectDialog toolkitSlug={tool.toolkitSlug} user={user} onClose={() => setConnecting(false)} />
      )}
    </>
  )
}
