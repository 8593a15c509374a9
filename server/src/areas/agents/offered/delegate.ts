import { AppError } from '../../../kernel/errors.ts'
import type { Delegate, Delegates } from '../schema/turn.ts'
import type { OfferedTool } from './tool.ts'

const delegateName = 'delegate'

/** Passes a task to another agent, which works on it by itself and returns its result. */
export const delegateTool = (known: readonly Delegate[], delegates: Delegates): OfferedTool => ({
  name: delegateName,
  description: [
    'Passes a task to another agent and returns its result. It knows nothing of this conversation: put everything it needs into the task.',
    ...known.map(({ name, description }) => `- ${name}: ${description}`),
  ].join('\n'),
  parameters: {
    type: 'object',
    properties: {
      agent: { type: 'string', enum: known.map(({ name }) => name) },
      task: { type: 'string', description: 'What it should do, and everything it needs to know.' },
    },
    required: ['agent', 'task'],
  },
  async plan({ arguments: input }) {
    const delegate = known.find(({ name, id }) => [name, id].includes(String(input.agent)))
    if (!delegate) throw new AppError('invalid_parameter', `There is no agent named ${String(input.agent)}`)
    const task = String(input.task ?? '')
    if (task.trim() === '') throw new AppError('invalid_parameter', 'task is required')
    return {
      kind: 'scope',
      slug: delegateName,
      arguments: input,
      risk: 'none',
      taint: null,
      async run({ context, step, callId, taint }) {
        const end = await delegates.run(context, { delegate, task, callId, step, taint })
        const output = { result: end.output, finishReason: end.finishReason }
        const { creditsMicro, stopped } = end
        return {
          outcome: { isOk: true, output, creditsMicro, logId: null, stopped },
          taint: end.taint,
          creditsMicro,
        }
      },
    }
  },
})
