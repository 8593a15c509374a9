import type { ChatInterrupt } from '@stoa/sdk'
import { calledTool } from '../../tools/tool-title.ts'
import type { Request } from '../interrupts/use-resume.ts'
import type { LiveRun } from './live-run.ts'
import type { Message } from './message.ts'
import type { Turn } from './turns.ts'

const slugsOf = (messages: readonly Message[]): string[] =>
  messages.flatMap(({ toolCalls }) => toolCalls.map(({ name, args }) => calledTool(name, args)))

const slugsOfNested = (nested: LiveRun['nested']): string[] =>
  Object.values(nested).flatMap((run) => [...slugsOf(run.messages), ...slugsOfNested(run.nested)])

/** The tools that a conversation shows: those that were called, and those that a human decides about. */
export const slugsIn = (
  turns: readonly Turn[],
  interrupts: readonly ChatInterrupt[],
  nested: LiveRun['nested'] = {},
): string[] => [
  ...turns.flatMap(({ replies }) => slugsOf(replies)),
  ...slugsOfNested(nested),
  ...interrupts.flatMap(({ value }) => {
    const { toolSlug, requests = [] } = value as Request
    return [...(toolSlug === undefined ? [] : [toolSlug]), ...requests.map((each) => each.toolSlug)]
  }),
]
