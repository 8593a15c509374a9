import { SchemaTooLarge, smallestJson } from '../../../../kernel/json-schema/smallest-json.ts'
import type { Parameters } from '../../schema/call-request.ts'
import type { Tool } from '../../schema/chat.ts'
import type { Message } from '../../schema/message.ts'
import { ProviderFailure } from '../port.ts'
import { extract } from './extract.ts'
import { introduction, noReply } from './notices.ts'

/** What the demo does with a conversation. The same conversation always has the same response. */
export type DemoCompletion =
  | { type: 'text'; text: string; pauseMs: number }
  | { type: 'calls'; calls: { name: string; arguments: string }[] }
  | { type: 'failure' }

const callForm = /^\/call[ \t]+(\S+)(?:[ \t]+(.+))?$/gm
const sayForm = /^(?:\/slow[ \t]+(\d{1,6})[ \t]+)?\/say[ \t]+([\s\S]*)$/
const maxPauseMs = 60_000

/** It says what it is once in a conversation, and the next step each time. */
function unanswered(messages: readonly Message[], nextStep: string): string {
  const isIntroduced = messages.some(
    (message) => message.role === 'assistant' && message.text.startsWith(introduction),
  )
  return `${isIntroduced ? '' : `${introduction} `}${noReply} ${nextStep}`
}

const help = (tools: readonly Tool[], nextStep: string): string =>
  [
    introduction,
    '',
    '- `/say Hello` repeats the text. `/slow 300 /say Hello` pauses so many milliseconds after each word.',
    '- `/call tool {"argument": 1}` calls a tool. A line each calls several.',
    '- `/fail` fails as a provider would. `/help` shows this list.',
    '- Any other text is searched for in the knowledge of the agent, attached files and earlier messages.',
    ...(tools.length > 0 ? ['', `Tools: ${tools.map(({ name }) => `\`${name}\``).join(', ')}.`] : []),
    '',
    nextStep,
  ].join('\n')

export type DemoOptions = {
  /** The dashboard page on which a provider is added. */
  providersUrl: string
}

export function completionFor(
  messages: readonly Message[],
  { tools, toolChoice, responseFormat }: Parameters,
  { providersUrl }: DemoOptions,
): DemoCompletion {
  const nextStep = `For real answers, [add a model provider](${providersUrl}).`
  const at = messages.findLastIndex(({ role }) => role === 'user')
  const question = at < 0 ? '' : textOf(messages[at]!).trim()
  const results = trailingResults(messages)
  if (results.length > 0 && !isOwnSearch(question, results))
    return say(results.map(({ name, text }) => `Tool ${name} returned: ${text}`).join('\n'))
  const callable = toolChoice === 'none' ? [] : tools
  const offered = new Set(callable.map(({ name }) => name))
  const calls = [...question.matchAll(callForm)]
    .filter(([, name = '']) => offered.has(name))
    .map(([, name = '', json = '{}']) => ({ name, arguments: json.trim() }))
  if (calls.length > 0) return { type: 'calls', calls }
  if (/^\/fail\b/.test(question)) return { type: 'failure' }
  const [, pause = '0', output] = sayForm.exec(question) ?? []
  const required = callable.find(({ name }) =>
    typeof toolChoice === 'object' ? name === toolChoice?.name : toolChoice === 'required',
  )
  if (required) return { type: 'calls', calls: [callOf(required, output)] }
  const wantsJson = responseFormat.type === 'json'
  if (output !== undefined && (!wantsJson || isJson(output)))
    return { type: 'text', text: output, pauseMs: Math.min(Number(pause), maxPauseMs) }
  if (wantsJson) return say(JSON.stringify(responseFormat.schema ? smallestOf(responseFormat.schema) : {}))
  if (results.length === 0 && offered.has(searchTool) && /\p{L}/u.test(question) && !question.startsWith('/'))
    return { type: 'calls', calls: [{ name: searchTool, arguments: searchFor(question) }] }
  if (/^\/help\b/.test(question)) return say(help(callable, nextStep))
  return say(extract(question, messages, at) ?? unanswered(messages, nextStep))
}

// What an agent with knowledge is offered: the one tool whose results can be quoted without understanding them.
const searchTool = 'knowledge_search'
const maxQueryLength = 2_000

const searchFor = (question: string): string => JSON.stringify({ query: question.slice(0, maxQueryLength) })

/** A search requested with `/call` is returned as it is; one of the demo itself is quoted. */
const isOwnSearch = (question: string, results: readonly { name: string }[]): boolean =>
  !question.startsWith('/') && results.every(({ name }) => name === searchTool)

/** A call that must be made has the JSON after `/say` as its arguments, or the smallest that fit. */
const callOf = ({ name, parameters }: Tool, output: string | undefined) => ({
  name,
  arguments: output !== undefined && isJson(output) ? output : JSON.stringify(smallestOf(parameters)),
})

function smallestOf(schema: Record<string, unknown>): unknown {
  try {
    return smallestJson(schema)
  } catch (error) {
    throw error instanceof SchemaTooLarge ? new ProviderFailure('invalid', error.message) : error
  }
}

const say = (text: string): DemoCompletion => ({ type: 'text', text, pauseMs: 0 })

const textOf = (message: Message): string =>
  message.role === 'user'
    ? message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
    : message.text

/** Results without a response yet, under the names of the tools that were called. */
function trailingResults(messages: readonly Message[]): { name: string; text: string }[] {
  const from = messages.findLastIndex(({ role }) => role !== 'tool') + 1
  const names = new Map(
    messages.flatMap((message) =>
      message.role === 'assistant'
        ? message.toolCalls.map((call): [string, string] => [call.id, call.name])
        : [],
    ),
  )
  return messages.slice(from).flatMap((message) =>
    message.role === 'tool'
      ? [
          {
            name: message.toolName ?? names.get(message.toolCallId) ?? message.toolCallId,
            text: message.text,
          },
        ]
      : [],
  )
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
