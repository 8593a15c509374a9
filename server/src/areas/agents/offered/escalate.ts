import { AppError } from '../../../kernel/errors.ts'
import { objectOf, simpleTool } from './simple.ts'
import type { OfferedTool } from './tool.ts'

export const escalateName = 'escalate_to_human'

/** Passes the conversation to a human. The loop ends the turn once it was called. */
export const escalateTool: OfferedTool = simpleTool({
  name: escalateName,
  description:
    'Passes the conversation to a human, who answers the user from then on. Call it when the instructions say so, or the user wants to talk to a human.',
  parameters: objectOf({
    reason: { type: 'string', description: 'Why, in one sentence, for the human.' },
  }),
  check: ({ reason }) => {
    if (typeof reason !== 'string' || reason.trim() === '')
      throw new AppError('invalid_parameter', 'reason is required')
  },
  run: () => ({ escalated: true }),
})
