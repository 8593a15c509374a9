import type { CallToolResult, Tool } from '@modelcontextprotocol/client'
import { AppError } from '../../../kernel/errors.ts'
import type { ToolCall, Toolkits, ToolOutcome } from '../../toolkits/index.ts'
import type { RemoteStatus } from '../schema/external.ts'
import type { ApprovedTool } from '../store/toolkit.ts'
import { signedTarget } from './account.ts'
import { hashOfTool } from './approved-tools.ts'
import { type RemoteServers, type RemoteTarget, statusOf } from './remote-server.ts'

export type ExecuteDeps = {
  remotes: Pick<RemoteServers, 'call'>
  toolkits: Pick<Toolkits, 'sign'>
  noteStatus(status: RemoteStatus): Promise<void>
}

const changedCode = 'invalid_state'

/** Refuses a tool of which the server now says something else than was approved. */
const checkApproved =
  ({ remoteName, slug, sha256 }: ApprovedTool) =>
  (tools: readonly Tool[]): void => {
    const now = tools.find(({ name }) => name === remoteName)
    if (now && hashOfTool(now) === sha256) return
    throw new AppError(
      changedCode,
      now
        ? `The MCP server has changed the description of ${slug}: it must be approved again`
        : `The MCP server no longer has the tool ${slug}`,
      { hint: 'Review the change with a dry run of the refresh of the toolkit, then refresh it.' },
    )
  }

export const executeRemote =
  ({ remotes, toolkits, noteStatus }: ExecuteDeps, remote: RemoteTarget, approved: ApprovedTool) =>
  async ({ arguments: args, credentials, timeoutMs, signal }: ToolCall): Promise<ToolOutcome> => {
    try {
      const target = signedTarget(toolkits, remote, credentials)
      const call = { name: approved.remoteName, args: { ...args }, check: checkApproved(approved) }
      const result = await remotes.call(target, call, { timeoutMs, signal })
      await noteStatus('healthy')
      return toOutcome(result)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // That one account is refused says nothing about the server.
      const status = credentials ? null : statusOf(error)
      if (status && !signal.aborted) await noteStatus(status)
      const { requiredScopes } = error.extras.facts ?? {}
      return {
        successful: false,
        errorCode: codeOf(error),
        error: error.message,
        ...(Array.isArray(requiredScopes) ? { requiredScopes } : {}),
      }
    }
  }

function codeOf({ code, extras }: AppError) {
  if (extras.facts?.upstreamStatus === 401) return 'auth_expired'
  if (extras.facts?.upstreamStatus === 403) return 'insufficient_scope'
  if (code === 'upstream_timeout') return 'timeout'
  if (code === 'upstream_too_large') return 'output_too_large'
  if (code === 'address_not_allowed') return 'host_not_allowed'
  return code === changedCode ? 'upstream_4xx' : 'upstream_unreachable'
}

const maxError = 2_000

/** Content stays as it is, so that images and links reach the caller. */
function toOutcome({ content, structuredContent, isError }: CallToolResult): ToolOutcome {
  if (isError) {
    const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []))
    return {
      successful: false,
      errorCode: 'upstream_4xx',
      error: (texts.join('\n') || 'The tool failed.').slice(0, maxError),
    }
  }
  return {
    successful: true,
    data: { content, ...(structuredContent === undefined ? {} : { structuredContent }) },
  }
}
