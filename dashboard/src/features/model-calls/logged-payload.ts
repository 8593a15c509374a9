type KeptPart = {
  type?: string
  text?: string
  name?: string | null
  mediaType?: string
  fileId?: string
  url?: string
}
type KeptCall = { id?: string; name?: string; arguments?: unknown }
type KeptMessage = {
  role?: string
  text?: string
  content?: KeptPart[]
  toolCalls?: KeptCall[]
  toolCallId?: string
  toolName?: string | null
}

export type ShownMessage = {
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

/** What was asked, as it is kept: a form that may change from release to release, so nothing of it is relied upon. */
export function keptMessages(prompt: unknown): ShownMessage[] {
  if (!isRecord(prompt) || !Array.isArray(prompt.messages)) return []
  return prompt.messages.filter(isRecord).map((each) => shownMessage(each as KeptMessage))
}

function shownMessage(message: KeptMessage): ShownMessage {
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

const shownCall = ({ id, name, arguments: given }: KeptCall) => ({
  id: id ?? '',
  name: name ?? '',
  arguments: asText(given),
})

/** What was answered. */
export function keptAnswer(answer: unknown): (ShownMessage & { reasoning: string }) | null {
  if (!isRecord(answer)) return null
  const { text, reasoning, toolCalls } = answer
  return {
    role: 'assistant',
    text: typeof text === 'string' ? text : '',
    reasoning: typeof reasoning === 'string' ? reasoning : '',
    files: [],
    toolCalls: Array.isArray(toolCalls) ? toolCalls.filter(isRecord).map(shownCall) : [],
    toolCallId: null,
  }
}

/** What a call was told beside its messages, without what was left as it is. */
export function keptParameters(prompt: unknown): Record<string, unknown> {
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
