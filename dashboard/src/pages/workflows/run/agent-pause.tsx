import type { WorkflowPause } from '@stoa/sdk'
import { JsonTree } from '../../../components/code/json-tree.tsx'
import { Chip } from '../../../components/feedback/status.tsx'

type CallRequest = { id: string; toolSlug: string; arguments: unknown; reason: string }

const reasons: Record<string, string> = {
  sensitive: 'always asks',
  destructive: 'destructive',
  tainted: 'after text from outside',
}

/** The calls that an agent wants to make, with exactly what would be sent. */
export function RequestedCalls({ pause: { request } }: { pause: WorkflowPause }) {
  const calls = Array.isArray(request.requests) ? (request.requests as CallRequest[]) : []
  return calls.map(({ id, toolSlug, arguments: args, reason }) => (
    <div key={id} className="requested-call">
      <p className="row">
        <code>{toolSlug}</code>
        <Chip>{reasons[reason] ?? reason}</Chip>
      </p>
      <JsonTree value={args} label={`Arguments of ${toolSlug}`} />
    </div>
  ))
}

/** Where the user connects the account that a tool needs. */
export function ConnectLink({ pause: { request } }: { pause: WorkflowPause }) {
  const url = [request.redirectUrl, request.url, request.link].find((each) => typeof each === 'string')
  return (
    <p>
      <code>{String(request.toolSlug ?? '')}</code> needs a connected account.{' '}
      {url !== undefined && (
        <a href={url as string} target="_blank" rel="noreferrer">
          Connect
        </a>
      )}
    </p>
  )
}
