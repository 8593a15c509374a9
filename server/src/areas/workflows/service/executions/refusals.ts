import { AppError } from '../../../../kernel/errors.ts'

export const executionNotFound = () => new AppError('execution_not_found', 'Execution not found')

export const executionEnded = () => new AppError('execution_ended', 'The execution has already ended')

export const notPaused = (hint = 'See GET /api/v1/workflow/manager/executions/{id} for its status.') =>
  new AppError('execution_not_paused', 'The execution is not paused', { hint })
