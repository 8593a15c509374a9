import type { LlmCallDetail } from '@stoa/sdk'
import {
  type DisplayMessage,
  loggedMessages,
  loggedParameters,
} from '../../../features/model-calls/logged-payload.ts'
import { firstDraft, type Playground, type Step, type Turn } from './draft.ts'
import { newStep } from './step.ts'

const stepOf = (model: string, { text, toolCalls }: DisplayMessage): Step => ({
  ...newStep(model, 'text'),
  phase: 'ended',
  text,
  tools: toolCalls.map((tool) => ({ ...tool, result: '' })),
})

/** The last message goes back into the composer; its response is dropped, since it is sent again. */
export function importCall(call: Pick<LlmCallDetail, 'prompt' | 'requestedModel'>): Playground {
  const messages = loggedMessages(call.prompt)
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
      last.answers = { a: [...last.answers.a, stepOf(call.requestedModel, message)], b: [] }
    else if (message.role === 'tool' && last)
      last.answers = { a: last.answers.a.map((step) => withResult(step, message)), b: [] }
  }
  const openDialog = turns.at(-1)?.answers.a.length === 0 ? turns.pop() : undefined
  return {
    turns,
    draft: {
      ...firstDraft,
      ...parametersOf(call.prompt),
      models: { a: call.requestedModel, b: null },
      system: system.join('\n\n'),
      text: openDialog?.text ?? '',
      files: openDialog?.files ?? [],
    },
  }
}

const filesOf = ({ files }: DisplayMessage) =>
  files.flatMap(({ fileId, label }) =>
    fileId === null ? [] : [{ id: fileId, name: label, mimeType: '', sizeBytes: 0 }],
  )

const withResult = (step: Step, { toolCallId, text }: DisplayMessage): Step => ({
  ...step,
  tools: step.tools.map((tool) => (tool.id === toolCallId ? { ...tool, result: text } : tool)),
})

function parametersOf(prompt: unknown): Partial<Playground['draft']> {
  const { temperature, maxTokens, reasoningEffort, tools, responseFormat } = loggedParameters(prompt)
  const schema = (responseFormat as { schema?: unknown } | undefined)?.schema
  return {
    ...(typeof temperature === 'number' ? { temperature: String(temperature) } : {}),
    ...(typeof maxTokens === 'number' ? { maxTokens: String(maxTokens) } : {}),
    ...(typeof reasoningEffort === 'string' ? { effort: reasoningEffort } : {}),
    // A missing description is logged as null.
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
