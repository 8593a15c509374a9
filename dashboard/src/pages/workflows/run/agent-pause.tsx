import type { WorkflowPause } from '@stoa/sdk'
import { JsonTree } from '../../../components/code/json-tree.tsx'
import { Chip } from '../../../components/feedback/status.tsx'
import { NamedTool } from '../../../features/tools/named-tool.tsx'
import { ToolNames, useToolName } from '../../../features/tools/tool-names.tsx'

type CallRequest = { id: string; toolSlug: string; toolName?: string; arguments: unknown; reason: string }

const reasons: Record<string, string> = {
  sensitive: 'always asks',
  destructive: 'destructive',
  tainted: 'after text from outside',
}

/** The calls that an agent wants to make, with exactly what would be sent. */
export function RequestedCalls({ pause: { request } }: { pause: WorkflowPause }) {
  const calls = Array.isArray(request.requests) ? (request.requests as CallRequest[]) : []
  return (
    <ToolNames slugs={calls.map(({ toolSlug }) => toolSlug)}>
      {calls.map((call) => (
        <RequestedCall key={call.id} call={call} />
      ))}
    </ToolNames>
  )
}

function RequestedCall({ call: { toolSlug, toolName, arguments: args, reason } }: { call: CallRequest }) {
  const nameOf = useToolName()
  return (
    <div className="requested-call">
      <p className="row">
        <NamedTool slug={toolSlug} name={toolName} />
        <Chip>{reasons[reason] ?? reason}</Chip>
      </p>
      <JsonTree value={args} label={`Arguments of ${toolName ?? nameOf(toolSlug)}`} />
    </div>
  )
}

/** Where the user connects the account that a tool needs. */
export function ConnectLink({ pause: { request } }: { pause: WorkflowPause }) {
  const url = [request.redirectUrl, request.url, request.link].find((each) => typeof each === 'string')
  const slug = String(request.toolSlug ?? '')
  return (
    <p>
      <ToolNames slugs={[slug]}>
        <NamedTool slug={slug} /> needs a connected account.{' '}
      </ToolNames>
      {url !== undefined && (
        <a href={url as string} target="_blank" rel="noreferrer">
          Connect
        </a>
      )}
    </p>
  )
}
