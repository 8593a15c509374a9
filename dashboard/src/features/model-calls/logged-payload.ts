type LoggedPart = {
  type?: string
  text?: string
  name?: string | null
  mediaType?: string
  fileId?: string
  url?: string
}
type LoggedToolCall = { id?: string; name?: string; arguments?: unknown }
type LoggedMessage = {
  role?: string
  text?: string
  content?: LoggedPart[]
  toolCalls?: LoggedToolCall[]
  toolCallId?: string
  toolName?: string | null
}

export type DisplayMessage = {
  role: string
  text: string
  files: { label: string; fileId: string | null }[]
  toolCalls: { id: string; name: string; arguments: string }[]
  toolCallId: string | null
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? {}, null, 2)

/** The request as it was logged: its format may change between releases, so nothing of it is relied upon. */
export function loggedMessages(prompt: unknown): DisplayMessage[] {
  if (!isRecord(prompt) || !Array.isArray(prompt.messages)) return []
  return prompt.messages.filter(isRecord).map((each) => toDisplayMessage(each as LoggedMessage))
}

function toDisplayMessage(message: LoggedMessage): DisplayMessage {
  const parts = Array.isArray(message.content) ? message.content : []
  return {
    role: message.role ?? 'user',
    text: message.text ?? parts.flatMap(({ text }) => text ?? []).join('\n'),
    files: parts
      .filter(({ text }) => text === undefined)
      .map(({ name, mediaType, fileId, url }) => ({
        label: name ?? url ?? mediaType ?? (fileId ? `file …${fileId.slice(-8)}` : 'a file'),
        fileId: fileId ?? null,
      })),
    toolCalls: (message.toolCalls ?? []).map(shownCall),
    toolCallId: message.toolCallId ?? null,
  }
}

const shownCall = ({ id, name, arguments: args }: LoggedToolCall) => ({
  id: id ?? '',
  name: name ?? '',
  arguments: asText(args),
})

/** The logged response. */
export function loggedResponse(response: unknown): (DisplayMessage & { reasoning: string }) | null {
  if (!isRecord(response)) return null
  const { text, reasoning, toolCalls } = response
  return {
    role: 'assistant',
    text: typeof text === 'string' ? text : '',
    reasoning: typeof reasoning === 'string' ? reasoning : '',
    files: [],
    toolCalls: Array.isArray(toolCalls) ? toolCalls.filter(isRecord).map(shownCall) : [],
    toolCallId: null,
  }
}

/** The parameters of a call besides its messages, without default values. */
export function loggedParameters(prompt: unknown): Record<string, unknown> {
  if (!isRecord(prompt) || !isRecord(prompt.parameters)) return {}
  return Object.fromEntries(
    Object.entries(prompt.parameters).filter(
      ([name, value]) =>
        value !== null &&
        !(Array.isArray(value) && value.length === 0) &&
        !(name === 'responseFormat' && isRecord(value) && value.type === 'text'),
    ),
  )
}
