import type { ApiCall } from '../../../components/code/call-snippets.ts'

type Part = { type: string; text?: string; fileId?: string }
type Message = {
  role?: string
  content?: string | readonly Part[]
  toolCalls?: readonly { id: string; name: string; arguments: unknown }[]
  toolCallId?: string
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function errorMessage({ role, content, toolCalls, toolCallId }: Message) {
  return {
    role,
    content,
    ...(toolCalls
      ? {
          tool_calls: toolCalls.map(({ id, name, arguments: args }) => ({
            id,
            type: 'function',
            function: { name, arguments: asText(args) },
          })),
        }
      : {}),
    ...(toolCallId === undefined ? {} : { tool_call_id: toolCallId }),
  }
}

/** A tool in the form that OpenAI's clients send. */
const toolOf = (tool: Record<string, unknown>) =>
  tool.type === 'function' ? tool : { type: 'function', function: tool }

function formatOf(format: unknown) {
  if (format === undefined) return undefined
  if (typeof format === 'string') return { type: 'json_object' }
  const { name, schema } = format as { name?: string; schema?: unknown }
  return { type: 'json_schema', json_schema: { name: name ?? 'answer', schema } }
}

/** The same call for programs that are written for OpenAI's own client: only the base URL and the key differ. */
export function toOpenAi({ body, headers }: ApiCall, origin: string): string {
  const parameters = body as Record<string, unknown> & { messages: readonly Message[] }
  const system =
    typeof parameters.systemPrompt === 'string' ? [{ role: 'system', content: parameters.systemPrompt }] : []
  const request = {
    model: parameters.model ?? 'local/demo',
    messages: [...system, ...parameters.messages.map(errorMessage)],
    temperature: parameters.temperature,
    max_tokens: parameters.maxTokens,
    reasoning_effort: parameters.reasoningEffort,
    response_format: formatOf(parameters.responseFormat),
    tools: (parameters.tools as Record<string, unknown>[] | undefined)?.map(toolOf),
  }
  const extra = headers ? `,\n  defaultHeaders: ${JSON.stringify(headers)}` : ''
  return [
    `import OpenAI from 'openai'`,
    '',
    `const client = new OpenAI({\n  baseURL: '${origin}/api/v1/openai',\n  apiKey: process.env.STOA_API_KEY${extra},\n})`,
    `const completion = await client.chat.completions.create(${JSON.stringify(request, null, 2)})`,
  ].join('\n')
}
