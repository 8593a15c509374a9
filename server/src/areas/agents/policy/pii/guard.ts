import type { Compute } from '../../../../kernel/compute/compute.ts'
import type { StoredMessage } from '../../schema/message.ts'
import type { AgentSpec, PiiRule } from '../../schema/spec.ts'
import { applyRules, kindOf, type PiiResult } from './apply.ts'
import { piiJob } from './pii-jobs.ts'

/** What is read by the model, and what it says. */
export type Direction = 'input' | 'output'

/** Applies the rules of an agent in one direction. */
export type Guard = (texts: readonly string[]) => Promise<PiiResult>

export type Guards = {
  /** Null where the agent has no rules for this direction. */
  of(agent: AgentSpec, direction: Direction, caller: { projectId: string }): Guard | null
}

// Longer texts would block the event loop for more than a millisecond.
const maxInline = 16 * 1024

export function createGuards({ compute, hashKey }: { compute: Compute; hashKey: Buffer }): Guards {
  return {
    of(agent, direction, { projectId }) {
      const rules = rulesOf(agent, direction)
      if (rules.length === 0) return null
      const hasPattern = rules.some((rule) => kindOf(rule) === 'custom')
      // The same value of another project has another hash.
      const key = Buffer.concat([hashKey, Buffer.from(projectId)])
      return (texts) => {
        const input = { texts, rules, hashKey: key }
        const size = texts.reduce((sum, text) => sum + text.length, 0)
        return hasPattern || size > maxInline
          ? compute.run(piiJob, input, { projectId })
          : Promise.resolve(applyRules(input))
      }
    },
  }
}

export function rulesOf({ behavior = {} }: AgentSpec, direction: Direction): PiiRule[] {
  const { enabled = true, rules = [] } = behavior.guardrails?.pii ?? {}
  if (!enabled) return []
  return rules.filter(({ applyToInput = true, applyToOutput = false }) =>
    direction === 'input' ? applyToInput : applyToOutput,
  )
}

export type GuardedMessages = Omit<PiiResult, 'texts'> & { messages: StoredMessage[] }

/** The texts of messages, and what a human has changed in a call; files and images stay as they are. */
export async function guardMessages(
  guard: Guard,
  messages: readonly StoredMessage[],
): Promise<GuardedMessages> {
  const { value, ...result } = await guardJson(guard, messages.map(readableOf))
  const readable = value as ReturnType<typeof readableOf>[]
  return { ...result, messages: messages.map((message, at) => withReadable(message, readable[at]!)) }
}

const readableOf = ({ content, decision }: StoredMessage) => ({
  texts: typeof content === 'string' ? [content] : content.filter(isText).map(({ text }) => text),
  decided: decision ? { args: decision.args, message: decision.message } : null,
})

function withReadable(
  message: StoredMessage,
  { texts, decided }: ReturnType<typeof readableOf>,
): StoredMessage {
  const { content, decision } = message
  let at = 0
  const next = () => texts[at++]!
  return {
    ...message,
    ...(decision && decided ? { decision: { ...decision, ...decided } } : {}),
    content:
      typeof content === 'string'
        ? next()
        : content.map((block) => (isText(block) ? { ...block, text: next() } : block)),
  }
}

const isText = (block: { type: string; text?: unknown }): block is { type: string; text: string } =>
  typeof block.text === 'string'

/** Every text in a value. */
export async function guardJson(
  guard: Guard,
  value: unknown,
): Promise<Omit<PiiResult, 'texts'> & { value: unknown }> {
  const source: string[] = []
  mapTexts(value, (text) => {
    source.push(text)
    return text
  })
  const { texts, ...result } = await guard(source)
  let at = 0
  return { ...result, value: mapTexts(value, () => texts[at++]!) }
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, change)]))
}
