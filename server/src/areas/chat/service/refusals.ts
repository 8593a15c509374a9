import { AppError } from '../../../kernel/errors.ts'

export const runNotFound = () => new AppError('run_not_found', 'The thread has no such run')

export const agentNotFound = () =>
  new AppError('assistant_not_found', 'Agent not found', {
    hint: 'GET /api/v1/workflow/manager/list lists the agents that the acting user can execute.',
  })

/** The run names no agent, and the default one of the project is deleted or inactive. */
export const agentRequired = (defaultAgentId: string) =>
  new AppError('agent_required', 'The default agent of the project cannot be executed', {
    facts: { defaultAgentId },
    hint: 'Send workflowId, activate that agent, or choose another with defaultAgentId of PATCH /api/v1/project.',
  })

export const runInProgress = (executionId: string) =>
  new AppError('run_in_progress', 'A run is active in the thread', {
    facts: { runId: executionId },
    hint: 'Wait for it to end, or cancel it.',
  })

export const notInterrupted = () =>
  new AppError('execution_not_paused', 'The thread has no interrupt that waits for an answer')
