import type { BodyOf } from '@stoa/sdk'
import type { ApiCall } from '../../../components/code/call-snippets.ts'
import { parseJsonObject } from '../../../components/form/parse-json-object.ts'
import type { Attachment } from '../../../features/files/attachments/attachment.ts'
import { chatPath } from '../../../features/model-calls/call-paths.ts'
import type { Draft, Side, Step, Turn } from './draft.ts'

type ChatBody = BodyOf<typeof chatPath, 'post'>
type ChatMessage = ChatBody['messages'][number]
type Tools = NonNullable<ChatBody['tools']>

const schemaExample = '{ "type": "object" }'
const toolsExample = '[{ "name": "weather", "parameters": { "type": "object" } }]'

function toolsIn(text: string): Tools {
  if (text.trim() === '') return []
  let tools: unknown
  try {
    tools = JSON.parse(text)
  } catch (error) {
    throw new Error(`The tools are not JSON: ${(error as Error).message}`)
  }
  if (!Array.isArray(tools)) throw new Error(`The tools must be a list, as in ${toolsExample}`)
  return tools as Tools
}

const toChatError = (read: () => unknown): string | null => {
  try {
    read()
    return null
  } catch (error) {
    return (error as Error).message
  }
}

/** What is wrong with the texts that must be JSON, in words for the form; null where nothing is. */
export const draftErrors = ({ format, schema, tools }: Draft) => ({
  schema: format === 'schema' ? toChatError(() => parseJsonObject(schema, 'schema', schemaExample)) : null,
  tools: toChatError(() => toolsIn(tools)),
})

const blockOf = ({ id, mimeType }: Attachment) => ({
  type: mimeType.startsWith('image/') ? ('image' as const) : ('file' as const),
  fileId: id,
})

const userMessage = ({ text, files }: Pick<Turn, 'text' | 'files'>): ChatMessage => ({
  role: 'user',
  content:
    files.length === 0
      ? text
      : [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...files.map(blockOf)],
})

/** Every tool call needs a result: providers reject a conversation in which one is missing. */
function stepMessages({ text, tools }: Step): ChatMessage[] {
  if (text === '' && tools.length === 0) return []
  return [
    {
      role: 'assistant',
      content: text,
      ...(tools.length > 0
        ? { toolCalls: tools.map(({ id, name, arguments: args }) => ({ id, name, arguments: args })) }
        : {}),
    },
    ...tools.map(
      ({ id, name, result }): ChatMessage => ({
        role: 'tool',
        toolCallId: id,
        name,
        content: result === '' ? 'No result was returned.' : result,
      }),
    ),
  ]
}

/** The conversation of one side, up to its last turn. A turn that got no response there is omitted, except the last. */
export function messagesOf(turns: readonly Turn[], side: Side): ChatMessage[] {
  return turns.flatMap((turn, at) => {
    const answered = turn.answers[side].flatMap(stepMessages)
    return answered.length > 0 || at === turns.length - 1 ? [userMessage(turn), ...answered] : []
  })
}

/** Left empty, a field is left out, so that the server decides. Numbers out of range are refused there, too. */
export function bodyOf(draft: Draft, side: Side, messages: readonly ChatMessage[]): ChatBody {
  const model = draft.models[side] ?? ''
  const tools = [
    ...draft.catalogue.map(({ name, description, parameters }) => ({ name, description, parameters })),
    ...toolsIn(draft.tools),
  ]
  return {
    ...(model === '' ? {} : { model }),
    ...(draft.system.trim() === '' ? {} : { systemPrompt: draft.system }),
    messages,
    ...(draft.temperature.trim() === '' ? {} : { temperature: Number(draft.temperature) }),
    ...(draft.maxTokens.trim() === '' ? {} : { maxTokens: Number(draft.maxTokens) }),
    ...(draft.effort === ''
      ? {}
      : { reasoningEffort: draft.effort as NonNullable<ChatBody['reasoningEffort']> }),
    ...formatOf(draft),
    ...(tools.length > 0 ? { tools } : {}),
    ...(draft.isLenient ? { dropUnsupported: true } : {}),
  }
}

function formatOf({ format, schema }: Draft): Pick<ChatBody, 'responseFormat'> {
  if (format === 'text') return {}
  if (format === 'json') return { responseFormat: 'json' }
  return {
    responseFormat: {
      type: 'json_schema',
      name: 'answer',
      schema: parseJsonObject(schema, 'schema', schemaExample),
    },
  }
}

/** What would be sent now, for programs. What is no JSON yet is left out of it. */
export function callOf(draft: Draft, turns: readonly Turn[], side: Side): ApiCall & { body: ChatBody } {
  const errors = draftErrors(draft)
  const sound: Draft = {
    ...draft,
    ...(errors.schema === null ? {} : { format: 'json' }),
    ...(errors.tools === null ? {} : { tools: '' }),
  }
  const next: Turn = { id: '', text: draft.text, files: draft.files, answers: { a: [], b: [] } }
  const isTyped = draft.text !== '' || draft.files.length > 0
  const shown = isTyped ? [...turns, next] : turns
  const messages = shown.length > 0 ? messagesOf(shown, side) : [{ role: 'user', content: 'Hello' } as const]
  return {
    method: 'POST',
    path: chatPath,
    ...(draft.user.trim() === '' ? {} : { headers: { 'x-username': draft.user.trim() } }),
    body: bodyOf(sound, side, messages),
  }
}
