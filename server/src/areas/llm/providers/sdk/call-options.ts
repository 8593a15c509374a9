import type { SharedV4ProviderOptions } from '@ai-sdk/provider'
import type { Parameters } from '../../schema/call-request.ts'
import type { ProviderSettings } from '../registry.ts'
import type { Dialect } from './signatures.ts'

type Kind = ProviderSettings['kind']
type Fields = Record<string, boolean>

/** The option of each package for one tool call at a time; those without an entry do not support it. */
const oneCallAtATime: Readonly<Partial<Record<Kind, Fields>>> = {
  openai: { parallelToolCalls: false },
  azure: { parallelToolCalls: false },
  mistral: { parallelToolCalls: false },
  groq: { parallelToolCalls: false },
  xai: { parallelToolCalls: false },
  anthropic: { disableParallelToolUse: true },
  'amazon-bedrock': { disableParallelToolUse: true },
  // Passed on into the request as they are.
  openrouter: { parallel_tool_calls: false },
  'openai-compatible': { parallel_tool_calls: false },
}

/** Packages that enforce the schema strictly by default. */
const takesStrictness: ReadonlySet<Kind> = new Set([
  ...(['openai', 'azure', 'mistral', 'groq', 'deepseek', 'openai-compatible'] as const),
])

/** DeepSeek takes strict tools at another URL only, and its package refuses them at the default one. */
export const takesStrictTools = (kind: Kind): boolean => kind !== 'deepseek'

/** What a call needs beside the words that all packages share. */
export function providerOptionsOf(
  { kind, optionNames, options }: Dialect,
  { tools, parallelToolCalls, responseFormat }: Parameters,
): { providerOptions?: SharedV4ProviderOptions } {
  const strict = responseFormat.type === 'json' ? responseFormat.strict : undefined
  const fields: Fields = {
    ...(parallelToolCalls === false && tools.length > 0 ? oneCallAtATime[kind] : {}),
    ...(strict !== undefined && takesStrictness.has(kind) ? { strictJsonSchema: strict } : {}),
  }
  const merged = { ...options }
  if (Object.keys(fields).length > 0)
    for (const name of optionNames) merged[name] = { ...options[name], ...fields }
  return Object.keys(merged).length === 0 ? {} : { providerOptions: merged }
}
