import type { AppDeps } from '../../src/app.ts'
import { type Behaviour, chunk, sendFrames, startModelUpstream, usageOf } from '../fakes/model-upstream.ts'
import type { ParsedJson } from '../parsed-json.ts'

/** In the format of the provider. */
export type ModelMessage = ParsedJson

export type ModelAnswer = { text?: string; calls?: { name: string; arguments: unknown; id?: string }[] }

export type ModelRequest = {
  messages: ModelMessage[]
  /** The text of the last message, of any role. */
  last: string
  tools: string[]
}

let calls = 0

/** Says what the answer is, in the format of the provider. */
export function answering(
  { text = '', calls: toolCalls = [] }: ModelAnswer,
  usage: object = usageOf(100, 10),
): Behaviour {
  return (response) => {
    const words = text === '' ? [] : (text.match(/\S+\s*/g) ?? []).map((word) => chunk({ content: word }))
    const pieces = toolCalls.map(({ name, arguments: args, id }, index) =>
      chunk({
        tool_calls: [
          {
            index,
            id: id ?? `call_${++calls}`,
            type: 'function',
            function: { name, arguments: JSON.stringify(args) },
          },
        ],
      }),
    )
    sendFrames(response, [
      ...words,
      ...pieces,
      chunk({}, toolCalls.length > 0 ? 'tool_calls' : 'stop', usage),
    ])
  }
}

const textOf = (content: unknown): string =>
  typeof content === 'string' ? content : JSON.stringify(content ?? '')

/** A model that a function plays; under every name, so also under names that have a price. */
export async function startScriptedModel(
  script: (request: ModelRequest) => ModelAnswer | Behaviour | Promise<ModelAnswer | Behaviour>,
) {
  const upstream = await startModelUpstream({
    '*': async (response, request) => {
      const messages = (request.body?.messages ?? []) as ModelMessage[]
      const answer = await script({
        messages,
        last: textOf(messages.at(-1)?.content),
        tools: ((request.body?.tools ?? []) as { function: { name: string } }[]).map(
          ({ function: { name } }) => name,
        ),
      })
      await (typeof answer === 'function' ? answer : answering(answer))(response, request)
    },
  })
  const providers: NonNullable<NonNullable<AppDeps['llmOptions']>['providers']> = [
    { name: 'openai', keys: ['operator-key'], baseUrl: upstream.url, options: { api: 'chat' } },
  ]
  return { ...upstream, llm: { providers } }
}

const orderForm = /DO (\S+) (\{.*?\})(?= END)/g

/**
 * A model that does whatever the text it read last says: `DO <tool> <json> END`. It is as easy to deceive as a model
 * can be.
 */
export const obedient = ({ last, tools }: ModelRequest): ModelAnswer => {
  // Text inside of results is escaped once for each JSON around it.
  const unescaped = last.replace(/\\+"/g, '"')
  const orders = [...unescaped.matchAll(orderForm)].filter(([, name = '']) => tools.includes(name))
  if (orders.length === 0) return { text: `Read: ${last.slice(0, 200)}` }
  return { calls: orders.map(([, name = '', json = '{}']) => ({ name, arguments: JSON.parse(json) })) }
}
