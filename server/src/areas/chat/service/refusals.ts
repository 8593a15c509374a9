import { AppError } from '../../../kernel/errors.ts'

export const runNotFound = () => new AppError('run_not_found', 'The thread has no such run')

export const agentNotFound = () =>
  new AppError('assistant_not_found', 'Agent not found', {
    hint: 'GET /api/v1/workflow/manager/list lists the agents that the acting user can execute.',
  })

export const agentRequired = () =>
  new AppError('agent_required', 'No agent is named', {
    hint: 'Send workflowId, or create the thread with one.',
  })

export const runInProgress = (executionId: string) =>
  new AppError('run_in_progress', 'A run is active in the thread', {
    facts: { runId: executionId },
    hint: 'Wait for it to end, or cancel it.',
  })

export const notInterrupted = () =>
  new AppError('execution_not_paused', 'The thread has no interrupt that waits for an answer')
