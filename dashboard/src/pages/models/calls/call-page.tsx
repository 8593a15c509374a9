import type { LlmCallDetail } from '@stoa/sdk'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import MessagesSquare from 'lucide-react/icons/messages-square'
import { Button } from '../../../components/actions/button.tsx'
import { CopyId } from '../../../components/actions/copy-id.tsx'
import { JsonTree } from '../../../components/code/json-tree.tsx'
import { Failure } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { StaleNote } from '../../../components/feedback/stale-notice.tsx'
import { Card, Facts, Page } from '../../../components/layout/page.tsx'
import { Figure, Figures } from '../../../components/layout/stat.tsx'
import { duration } from '../../../components/text/format-duration.ts'
import { amount } from '../../../components/text/format-number.ts'
import { exactTime } from '../../../components/text/relative-time.ts'
import { actAs, actingHeaders } from '../../../features/end-users/act-as.ts'
import { EndUserName } from '../../../features/end-users/end-user-name.tsx'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { callPath } from '../../../features/model-calls/call-paths.ts'
import { href } from '../../../href.ts'
import { useRead } from '../../../project.ts'
import { keyAddresses } from '../../keys/addresses.ts'
import { playgroundAddresses } from '../../playground/addresses.ts'
import { modelAddresses } from '../addresses.ts'
import { CallState, kindNames } from './call-state.tsx'
import { LedgerEntry } from './ledger-entry.tsx'
import { Payload } from './payload.tsx'
import { Waterfall } from './waterfall.tsx'
import './calls.css'

const back = { to: modelAddresses.calls, label: 'Calls' }

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
        {error ? <Failure error={error} retry={() => void refetch()} /> : <SkeletonLines count={8} />}
      </Page>
    )
  }
  const canRepeat = data.kind !== 'embedding' && data.prompt !== null && data.prompt !== undefined
  return (
    <Page
      title={`Call …${id.slice(-8)}`}
      mark={<CallState status={data.status} />}
      back={back}
      actions={
        <Button
          icon={<MessagesSquare size={14} aria-hidden />}
          disabled={!canRepeat}
          onClick={() => void navigate({ to: `${playgroundAddresses.chat}?call=${id}` })}
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
      {error && <StaleNote error={error} />}
      <CallFigures call={data} />
      <div className="page-sides">
        <div className="stack">
          {data.error && <CallFault call={data} />}
          <Card title="Timeline">
            <Waterfall call={data} />
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

function CallFigures({ call: { usage, firstTokenMs, totalMs } }: { call: LlmCallDetail }) {
  const cached = usage.cachedInputTokens > 0 ? `${amount(usage.cachedInputTokens)} cached` : undefined
  const reasoned = usage.reasoningTokens > 0 ? `${amount(usage.reasoningTokens)} reasoning` : undefined
  return (
    <Figures label="Metrics">
      <Figure label="Time to first token" value={firstTokenMs === null ? '–' : duration(firstTokenMs)} />
      <Figure label="Duration" value={totalMs === null ? '–' : duration(totalMs)} />
      <Figure label="Input tokens" value={amount(usage.promptTokens)} note={cached} />
      <Figure
        label="Output tokens"
        value={amount(usage.completionTokens)}
        note={reasoned ?? (usage.estimated ? 'estimated' : undefined)}
      />
      <Figure
        label="Credits"
        value={usage.unpriced ? 'no price' : amount(usage.credits)}
        note={`$${amount(usage.usd)}`}
      />
    </Figures>
  )
}

const CallFault = ({ call: { error, requestId } }: { call: LlmCallDetail }) =>
  error && (
    <div className="failure" role="note">
      <p className="failure-message">{error.message ?? 'The call failed'}</p>
      <p className="failure-facts">
        <code>{error.code}</code>
        <span>
          Request <CopyId id={requestId} label="request ID" />
        </span>
      </p>
    </div>
  )

function CallFacts({ call }: { call: LlmCallDetail }) {
  const nameOf = useEndUserNames([call.eUID])
  const { modelAsked, modelServed, attempts, finishReason, apiKeyId, metadata } = call
  const path = [...new Set(attempts.map(({ model }) => model))]
  return (
    <>
      <Facts
        facts={[
          ['Requested model', <code key="asked">{modelAsked}</code>],
          ['Served model', modelServed === null ? 'none' : <code key="served">{modelServed}</code>],
          ...(path.length > 1 ? [['Fallback path', path.join(' → ')] as const] : []),
          ['Provider', call.provider],
          ['Kind', `${kindNames[call.kind]}${call.stream ? ', streamed' : ''}`],
          ...(finishReason === null ? [] : [['Finish reason', finishReason] as const]),
          ['End user', <EndUserName key="user" id={call.eUID} name={nameOf(call.eUID)} />],
          ...(apiKeyId === null
            ? []
            : [
                [
                  'API key',
                  <Link key="key" to={href(keyAddresses.detail, { id: apiKeyId })} className="mono small">
                    …{apiKeyId.slice(-8)}
                  </Link>,
                ] as const,
              ]),
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
