import type { BodyOf, ToolDetail } from '@stoa/sdk'
import type { ApiCall } from '../../../components/code/call-snippets.ts'
import { executePath } from '../../../features/tools/tools-api.ts'

type ExecuteBody = NonNullable<BodyOf<typeof executePath, 'post'>>

/** What is about to be run. */
export type RunDraft = {
  arguments: Record<string, unknown>
  user: string
  accountId: string
  version: string
}

export const bodyOf = (draft: RunDraft, tool: ToolDetail, dryRun: boolean): ExecuteBody => ({
  arguments: draft.arguments,
  ...(draft.accountId ? { connectedAccountId: draft.accountId } : {}),
  ...(draft.version && draft.version !== tool.version ? { version: draft.version } : {}),
  ...(dryRun ? { dryRun } : {}),
})

export const callOf = (draft: RunDraft, tool: ToolDetail): ApiCall => ({
  method: 'POST',
  path: executePath,
  params: { toolSlug: tool.slug },
  ...(draft.user ? { headers: { 'x-username': draft.user } } : {}),
  body: bodyOf(draft, tool, false),
})
