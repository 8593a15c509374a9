import { AppError } from '../../../../kernel/errors.ts'
import type { NewId } from '../../../../kernel/ids.ts'
import type { StoredMessage } from '../../../agents/index.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * What an execution of an agent says to it: `message`, `messages`, or, for an agent with an `inputSchema`, the input
 * itself as JSON.
 */
export function turnMessages(
  newId: NewId,
  input: Record<string, unknown>,
  hasInputSchema: boolean,
): StoredMessage[] {
  if (hasInputSchema) return [human(newId, JSON.stringify(input, null, 2))]
  if (typeof input.message === 'string') return [human(newId, input.message)]
  if (Array.isArray(input.messages)) return input.messages.map((message, at) => toMessage(newId, message, at))
  throw invalid('/input/message', 'is required: send message, or messages')
}

const human = (newId: NewId, content: StoredMessage['content']): StoredMessage => ({
  id: newId(),
  role: 'human',
  content,
})

const roles: Record<string, StoredMessage['role']> = {
  human: 'human',
  user: 'human',
  ai: 'ai',
  assistant: 'ai',
}

function toMessage(newId: NewId, input: unknown, at: number): StoredMessage {
  const path = `/input/messages/${at}`
  if (!isObject(input)) throw invalid(path, 'must be an object with role and content')
  const role = roles[String(input.role ?? input.type ?? 'human')]
  if (!role) throw invalid(`${path}/role`, 'must be user or assistant')
  const { content } = input
  const isBlocks =
    Array.isArray(content) && content.every((block) => isObject(block) && typeof block.type === 'string')
  if (typeof content !== 'string' && !isBlocks)
    throw invalid(`${path}/content`, 'must be text or a list of blocks')
  const id = typeof input.id === 'string' && input.id !== '' ? input.id.slice(0, 200) : newId()
  return { id, role, content: content as StoredMessage['content'] }
}

const invalid = (path: string, message: string) =>
  new AppError('workflow_input_invalid', `The input is invalid: ${path} ${message}`, {
    details: [{ in: 'body', path, rule: 'value', message }],
  })
