import type { LlmCallDetail } from '@stoa/sdk'
import {
  keptMessages,
  keptParameters,
  type ShownMessage,
} from '../../../features/model-calls/logged-payload.ts'
import { firstDraft, type Playground, type Step, type Turn } from './draft.ts'
import { newStep } from './step.ts'

const stepOf = (model: string, { text, toolCalls }: ShownMessage): Step => ({
  ...newStep(model, 'text'),
  phase: 'ended',
  text,
  tools: toolCalls.map((tool) => ({ ...tool, result: '' })),
})

/** The last message goes back into the field; what was answered to it then is left out, since it is asked again. */
export function playgroundOf(call: Pick<LlmCallDetail, 'prompt' | 'modelAsked'>): Playground {
  const messages = keptMessages(call.prompt)
  const turns: Turn[] = []
  const system = messages.filter(({ role }) => role === 'system').map(({ text }) => text)
  for (const message of messages) {
    const last = turns.at(-1)
    if (message.role === 'user')
      turns.push({
        id: crypto.randomUUID(),
        text: message.text,
        files: filesOf(message),
        answers: { a: [], b: [] },
      })
    else if (message.role === 'assistant' && last)
      last.answers = { a: [...last.answers.a, stepOf(call.modelAsked, message)], b: [] }
    else if (message.role === 'tool' && last)
      last.answers = { a: last.answers.a.map((step) => withResult(step, message)), b: [] }
  }
  const asked = turns.at(-1)?.answers.a.length === 0 ? turns.pop() : undefined
  return {
    turns,
    draft: {
      ...firstDraft,
      ...parametersOf(call.prompt),
      models: { a: call.modelAsked, b: null },
      system: system.join('\n\n'),
      text: asked?.text ?? '',
      files: asked?.files ?? [],
    },
  }
}

const filesOf = ({ files }: ShownMessage) =>
  files.flatMap(({ fileId, label }) =>
    fileId === null ? [] : [{ id: fileId, name: label, mimeType: '', sizeBytes: 0 }],
  )

const withResult = (step: Step, { toolCallId, text }: ShownMessage): Step => ({
  ...step,
  tools: step.tools.map((tool) => (tool.id === toolCallId ? { ...tool, result: text } : tool)),
})

function parametersOf(prompt: unknown): Partial<Playground['draft']> {
  const { temperature, maxTokens, reasoningEffort, tools, responseFormat } = keptParameters(prompt)
  const schema = (responseFormat as { schema?: unknown } | undefined)?.schema
  return {
    ...(typeof temperature === 'number' ? { temperature: String(temperature) } : {}),
    ...(typeof maxTokens === 'number' ? { maxTokens: String(maxTokens) } : {}),
    ...(typeof reasoningEffort === 'string' ? { effort: reasoningEffort } : {}),
    // What a tool did not say of itself is kept as null, which is no description.
    ...(tools === undefined
      ? {}
      : { tools: JSON.stringify(tools, (_, value: unknown) => (value === null ? undefined : value), 2) }),
    ...(responseFormat === undefined
      ? {}
      : schema
        ? { format: 'schema' as const, schema: JSON.stringify(schema, null, 2) }
        : { format: 'json' as const }),
  }
}
