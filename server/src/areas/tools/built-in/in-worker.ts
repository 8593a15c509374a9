import type { Compute } from '../../../kernel/compute/compute.ts'
import { contentOrValue } from '../../../kernel/compute/large-content.ts'
import { weightOf } from '../../../kernel/json-schema/weight.ts'
import type { ToolCall } from '../../toolkits/index.ts'
import { toolJob } from './compute-jobs.ts'
import { type BuiltInTool, ToolFailure } from './tool.ts'

/** Toolkits whose tools only compute, so that a thread can run them as well. */
const computing = new Set([
  'json',
  'text',
  'datetime',
  'math',
  'csv',
  'crypto',
  'encoding',
  'regex',
  'markdown',
])

// Parts of arguments, 64 characters each: no tool takes more than a few milliseconds for so little.
const lightArguments = 100
// A pattern may go over the whole text again from every place in it.
const lightSteps = 100_000

type PatternArgs = { text: string; pattern: string }

const isLightPattern = ({ text, pattern }: PatternArgs) =>
  !pattern.includes('{') && text.length ** 2 * pattern.length <= lightSteps

/** Whether it knows its arguments and the time, and nothing of the call. */
export const onlyComputes = (toolkitSlug: string, { effect }: BuiltInTool): boolean =>
  effect === 'compute' && computing.has(toolkitSlug)

/** Whether a call is worth a thread: small ones are done before a thread would have begun. */
export function runsInWorker(toolkitSlug: string, tool: BuiltInTool, args: ToolCall['arguments']): boolean {
  if (!onlyComputes(toolkitSlug, tool)) return false
  if (toolkitSlug === 'regex') return !isLightPattern(args as PatternArgs)
  // It compiles a schema of the caller's.
  if (toolkitSlug === 'json' && tool.operation === 'validate') return true
  return weightOf(args, lightArguments) >= lightArguments
}

/** Runs the tool in a thread: it is stopped by the time limit of the call and when the caller leaves. */
export async function runInWorker(compute: Compute, now: Date, call: ToolCall): Promise<unknown> {
  const request = { slug: call.tool.slug, args: JSON.stringify(call.arguments), now: now.getTime() }
  const reply = await compute.run(toolJob, request, { projectId: call.scope.projectId, signal: call.signal })
  if ('failure' in reply) throw new ToolFailure(reply.failure.errorCode, reply.failure.message)
  return contentOrValue({ bytes: reply.json, kind: 'json', charset: 'utf-8' })
}
