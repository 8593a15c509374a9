import type { WorkflowPause } from '@stoa/sdk'
import { JsonTree } from '../../../components/code/json-tree.tsx'
import { Chip } from '../../../components/feedback/status.tsx'
import { ChangedCall } from '../../../features/chat/interrupts/changed-call.tsx'
import type { ToolRequest } from '../../../features/chat/interrupts/use-resume.ts'
import { NamedTool } from '../../../features/tools/named-tool.tsx'
import { ToolNames, useToolName } from '../../../features/tools/tool-names.tsx'

type CallRequest = ToolRequest & { reason: string }

const reasons: Record<string, string> = {
  sensitive: 'always asks',
  destructive: 'destructive',
  tainted: 'after text from outside',
}

const callsOf = ({ request }: WorkflowPause): CallRequest[] =>
  Array.isArray(request.requests) ? (request.requests as CallRequest[]) : []

/** One decision for all calls, each as it is shown here. */
export const decisionsAbout = (pause: WorkflowPause, approved: boolean) => ({
  decisions: callsOf(pause).map(({ id, hash }) => ({ id, type: approved ? 'approve' : 'reject', hash })),
})

/** The calls that an agent wants to make, with exactly what would be sent. */
export function RequestedCalls({ pause }: { pause: WorkflowPause }) {
  const calls = callsOf(pause)
  return (
    <ToolNames slugs={calls.map(({ toolSlug }) => toolSlug)}>
      {calls.map((call) => (
        <RequestedCall key={call.id} call={call} />
      ))}
    </ToolNames>
  )
}

function RequestedCall({ call }: { call: CallRequest }) {
  const { toolSlug, toolName, arguments: args, reason } = call
  const nameOf = useToolName()
  return (
    <div className="requested-call">
      <p className="row">
        <NamedTool slug={toolSlug} name={toolName} />
        <Chip>{reasons[reason] ?? reason}</Chip>
      </p>
      <ChangedCall call={call} />
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
