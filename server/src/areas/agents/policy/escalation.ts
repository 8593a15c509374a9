import { fillPlaceholders } from '../../../kernel/text/placeholders.ts'
import { type ConversationEntry, textOf } from '../schema/message.ts'
import type { Escalation } from '../schema/spec.ts'

const maxReason = 1_000
const maxExcerpt = 500

export const defaultHandoff = 'I am passing this conversation to a human, who will answer you here.'

/** How many calls of tools have failed in a row, also in earlier turns, since a human was last called. */
export function failedInRow(entries: readonly Pick<ConversationEntry, 'message'>[]): number {
  let failed = 0
  for (const { message } of entries.toReversed()) {
    const { role, status, finishReason } = message
    if (role === 'operator' || finishReason === 'escalated') break
    if (role !== 'tool') continue
    if (status !== 'error') break
    failed++
  }
  return failed
}

export type SummaryFacts = {
  reason: string
  /** What the user said last. */
  message: string
  user: string
  threadId: string
}

/** What a human reads first: the template of the agent, with facts in place of `{{reason}}` and the like. */
export function summaryOf({ summaryTemplate }: Escalation, facts: SummaryFacts): string {
  const template = summaryTemplate ?? '{{reason}}\n\nLast message of {{user}}: {{message}}'
  return fillPlaceholders(template, { ...facts, message: facts.message.slice(0, maxExcerpt) })
}

export const reasonIn = (input: unknown): string => String(input).trim().slice(0, maxReason)

export const lastWords = (entries: readonly Pick<ConversationEntry, 'message'>[]): string => {
  const last = entries.findLast(({ message }) => message.role === 'human')
  return last ? textOf(last.message) : ''
}

const textFields = ['message', 'text', 'body', 'content', 'summary', 'description']
const titleFields = ['subject', 'title']

/** The arguments of the tool that notifies a human: the summary under each of its fields that takes a text. */
export function notifyArguments(inputParameters: object, summary: string): Record<string, string> {
  const { properties = {} } = inputParameters as { properties?: Record<string, { type?: unknown }> }
  const taken = Object.entries(properties).filter(([, { type }]) => type === undefined || type === 'string')
  return Object.fromEntries(
    taken.flatMap(([name]) => {
      if (textFields.includes(name)) return [[name, summary]]
      return titleFields.includes(name) ? [[name, 'A conversation needs a human']] : []
    }),
  )
}
