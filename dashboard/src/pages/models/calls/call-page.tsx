import type { LlmCallDetail } from '@stoa/sdk'
import { useNavigate, useParams } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import MessagesSquare from 'lucide-react/icons/messages-square'
import { Button } from '../../../components/actions/button.tsx'
import { CopyId } from '../../../components/actions/copy-id.tsx'
import { JsonTree } from '../../../components/code/json-tree.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { StaleNotice } from '../../../components/feedback/stale-notice.tsx'
import { Card, DescriptionList, Page } from '../../../components/layout/page.tsx'
import { Stat, Stats } from '../../../components/layout/stat.tsx'
import { formatDuration } from '../../../components/text/format-duration.ts'
import { formatAmount } from '../../../components/text/format-number.ts'
import { exactTime } from '../../../components/text/relative-time.ts'
import { actAs, actingHeaders } from '../../../features/end-users/act-as.ts'
import { EndUserName } from '../../../features/end-users/end-user-name.tsx'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { KeyLink } from '../../../features/keys/key-link.tsx'
import { callPath } from '../../../features/model-calls/call-paths.ts'
import { useRead } from '../../../project.ts'
import { playgroundRoutes } from '../../playground/routes.ts'
import { modelRoutes } from '../routes.ts'
import { CallState, kindNames } from './call-state.tsx'
import { LedgerEntry } from './ledger-entry.tsx'
import { Payload } from './payload.tsx'
import { CallWaterfall } from './waterfall.tsx'
import './calls.css'

const back = { to: modelRoutes.calls, label: 'Calls' }

export function CallPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const navigate = useNavigate()
  const { data, error, refetch } = useRead(
    ['llm', 'call', id],
    (api, signal) => actAs(api).get(callPath, { params: { id }, signal }),
    { refetchInterval: (call) => (call?.status === 'running' ? 1_000 : false) },
  )
  if (!data) {
    return (
      <Page title="Call" back={back}>
        {error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={8} />}
      </Page>
    )
  }
  const canRepeat = data.kind !== 'embedding' && data.prompt !== null && data.prompt !== undefined
  return (
    <Page
      title={`Call to ${data.servedModel ?? data.requestedModel}`}
      badge={<CallState status={data.status} />}
      back={back}
      actions={
        <Button
          icon={<MessagesSquare size={14} aria-hidden />}
          disabled={!canRepeat}
          onClick={() => void navigate({ to: `${playgroundRoutes.chat}?call=${id}` })}
        >
          Open in playground
        </Button>
      }
      calls={[
        {
          title: 'Retrieve',
          call: { method: 'GET', path: callPath, params: { id }, headers: actingHeaders(undefined) },
        },
      ]}
    >
      {error && <StaleNotice error={error} />}
      <CallStats call={data} />
      <div className="page-sides">
        <div className="stack">
          {data.error && <CallError call={data} />}
          <Card title="Timeline">
            <CallWaterfall call={data} />
          </Card>
          <Payload call={data} />
        </div>
        <Card title="Details">
          <CallFacts call={data} />
        </Card>
      </div>
    </Page>
  )
}

function CallStats({ call: { usage, firstTokenMs, totalMs } }: { call: LlmCallDetail }) {
  const cached = usage.cachedInputTokens > 0 ? `${formatAmount(usage.cachedInputTokens)} cached` : undefined
  const reasoned = usage.reasoningTokens > 0 ? `${formatAmount(usage.reasoningTokens)} reasoning` : undefined
  return (
    <Stats label="Metrics">
      <Stat label="Time to first token" value={firstTokenMs === null ? '–' : formatDuration(firstTokenMs)} />
      <Stat label="Duration" value={totalMs === null ? '–' : formatDuration(totalMs)} />
      <Stat label="Input tokens" value={formatAmount(usage.promptTokens)} note={cached} />
      <Stat
        label="Output tokens"
        value={formatAmount(usage.completionTokens)}
        note={reasoned ?? (usage.estimated ? 'estimated' : undefined)}
      />
      <Stat
        label="Credits"
        value={usage.unpriced ? 'no price' : formatAmount(usage.credits)}
        note={`$${formatAmount(usage.usd)}`}
      />
    </Stats>
  )
}

const CallError = ({ call: { error, requestId } }: { call: LlmCallDetail }) =>
  error && (
    <div className="error-alert" role="note">
      <CircleAlert size={16} aria-hidden />
      <p className="error-alert-message">{error.message ?? 'The call failed'}</p>
      <p className="error-alert-details">
        <code>{error.code}</code>
        <span>
          Request <CopyId id={requestId} label="request ID" />
        </span>
      </p>
    </div>
  )

function CallFacts({ call }: { call: LlmCallDetail }) {
  const nameOf = useEndUserNames([call.eUID])
  const { requestedModel, servedModel, attempts, finishReason, apiKeyId, metadata } = call
  const path = [...new Set(attempts.map(({ model }) => model))]
  return (
    <>
      <DescriptionList
        facts={[
          ['Requested model', <code key="requested">{requestedModel}</code>],
          ['Served model', servedModel === null ? 'none' : <code key="served">{servedModel}</code>],
          ...(path.length > 1 ? [['Fallback path', path.join(' → ')] as const] : []),
          ['Provider', call.provider],
          ['Kind', `${kindNames[call.kind]}${call.stream ? ', streamed' : ''}`],
          ...(finishReason === null ? [] : [['Finish reason', finishReason] as const]),
          ['End user', <EndUserName key="user" id={call.eUID} name={nameOf(call.eUID)} />],
          ...(apiKeyId === null ? [] : [['API key', <KeyLink key="key" id={apiKeyId} />] as const]),
          ['Started', exactTime(new Date(call.createdAt))],
          ['Request', <CopyId key="request" id={call.requestId} label="request ID" />],
          ['ID', <CopyId key="id" id={call.id} />],
          ['Ledger', <LedgerEntry key="ledger" call={call} />],
        ]}
      />
      {Object.keys(metadata).length > 0 && <JsonTree value={metadata} label="Metadata" />}
    </>
  )
}
