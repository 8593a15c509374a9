import { AppError } from '../../../kernel/errors.ts'

/** The same for an agent that is not shared, not the caller's, or not there at all. */
export const agentNotFound = () => new AppError('assistant_not_found', 'Agent not found')
