export type AgentMessage = { role: string; text: string }

const roleNames: Readonly<Record<string, string>> = {
  system: 'System',
  human: 'User',
  ai: 'Assistant',
  tool: 'Tool result',
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The messages an agent was run with; null where one of them is more than text, which only JSON shows whole. */
export function inputMessages(input: unknown): AgentMessage[] | null {
  if (!isRecord(input)) return null
  // A run that the API started with one message, and nothing else.
  if (typeof input.message === 'string' && Object.keys(input).length === 1)
    return [{ role: 'User', text: input.message }]
  if (!Array.isArray(input.messages) || input.messages.length === 0) return null
  const messages = input.messages.flatMap((message: unknown): AgentMessage[] => {
    if (!isRecord(message) || typeof message.content !== 'string') return []
    const role = String(message.role ?? 'human')
    return [{ role: roleNames[role] ?? role, text: message.content }]
  })
  return messages.length === input.messages.length ? messages : null
}

/** What an agent said last; null where it said nothing. */
export function outputMessages(output: unknown): AgentMessage[] | null {
  if (!isRecord(output) || typeof output.text !== 'string' || output.text === '') return null
  return [{ role: 'Assistant', text: output.text }]
}
