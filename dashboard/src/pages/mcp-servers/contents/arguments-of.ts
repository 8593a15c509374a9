import type { McpPrompt } from '@stoa/sdk'

export type Message = McpPrompt['messages'][number]
export type PromptArgument = McpPrompt['arguments'][number]

export const textMessage = (text: string): Message => ({ role: 'user', content: { type: 'text', text } })

const placeholder = /\{\{\s*([A-Za-z_][\w-]{0,63})\s*\}\}/g

function namesIn(messages: readonly Message[]): string[] {
  const texts = JSON.stringify(messages.map(({ content }) => content))
  return [...new Set([...texts.matchAll(placeholder)].map(([, name]) => name!))]
}

/** The arguments that no message names. */
export function withoutPlace(prompt: McpPrompt | null): PromptArgument[] {
  const names = namesIn(prompt?.messages ?? [])
  return prompt?.arguments.filter(({ name }) => !names.includes(name)) ?? []
}

/** The arguments that messages name, in their order, as they were described so far. */
export function argumentsOf(
  messages: readonly Message[],
  described: readonly PromptArgument[],
): PromptArgument[] {
  return namesIn(messages).map(
    (name) =>
      described.find((argument) => argument.name === name) ?? {
        name,
        description: '',
        required: true,
        suggestions: [],
      },
  )
}
