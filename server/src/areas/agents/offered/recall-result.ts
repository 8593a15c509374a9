import { AppError } from '../../../kernel/errors.ts'
import { maxResultChars } from '../messages/model-view.ts'
import { type ConversationEntry, textOf } from '../schema/message.ts'
import { objectOf, simpleTool } from './simple.ts'
import type { OfferedTool } from './tool.ts'

export const recallResultName = 'recall_result'

/** Reads on in a result that the model was given in part. */
export const recallResultTool = (entries: () => readonly ConversationEntry[]): OfferedTool => {
  const find = (id: unknown) =>
    entries().find(({ message }) => message.role === 'tool' && message.toolCallId === id)
  return simpleTool({
    name: recallResultName,
    description: 'Reads a part of an earlier tool result that was too large to be shown.',
    parameters: objectOf({ id: { type: 'string' }, offset: { type: 'integer', minimum: 0 } }),
    check: ({ id }) => {
      if (!find(id))
        throw new AppError('invalid_parameter', `No result has the id ${String(id).slice(0, 100)}`)
    },
    run({ id, offset }) {
      const text = textOf(find(id)!.message)
      const from = Math.max(0, Math.trunc(Number(offset) || 0))
      const part = text.slice(from, from + maxResultChars - 1_024)
      return { text: part, offset: from, totalChars: text.length, isEnd: from + part.length >= text.length }
    },
  })
}
