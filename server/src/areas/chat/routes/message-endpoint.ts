import { AgentParams } from '../schema/ui.ts'

/** What the endpoints have in common to which clients of other protocols send the messages of a chat. */
export const messageEndpoint = {
  permission: 'chat:execute',
  bodyLimitBytes: 4 * 1024 * 1024,
  params: AgentParams,
  errors: [
    'assistant_not_found',
    'thread_not_found',
    'workflow_inactive',
    'run_queue_full',
    'execution_not_paused',
    'message_invalid',
  ],
} as const
