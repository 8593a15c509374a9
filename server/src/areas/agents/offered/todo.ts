import { AppError } from '../../../kernel/errors.ts'
import { objectOf, simpleTool } from './simple.ts'
import type { OfferedTool } from './tool.ts'

export const todoToolName = 'write_todos'
export const todoStatuses = ['pending', 'in_progress', 'completed'] as const
const maxItems = 50

/** A list that the model writes for itself: it is in the conversation, and shown to those who follow it. */
export const todoTool: OfferedTool = simpleTool({
  name: todoToolName,
  description:
    'Writes the list of what is to be done, replacing the last one. Use it for tasks of several steps, and update it as you go along.',
  parameters: objectOf({
    todos: {
      type: 'array',
      maxItems,
      items: objectOf({ content: { type: 'string' }, status: { type: 'string', enum: todoStatuses } }),
    },
  }),
  check: ({ todos }) => {
    if (!Array.isArray(todos) || todos.length > maxItems)
      throw new AppError('invalid_parameter', `todos must be a list of at most ${maxItems}`)
  },
  run: ({ todos }) => ({ todos }),
})
