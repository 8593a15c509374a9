import type { SharedV4ProviderOptions } from '@ai-sdk/provider'
import type { Parameters } from '../../schema/call-request.ts'
import type { ProviderSettings } from '../registry.ts'
import type { Dialect } from './signatures.ts'

type Kind = ProviderSettings['kind']
type Fields = Record<string, boolean | number | Record<string, number>>

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

/** Under the names of the request where a package passes unknown options on, else under its own. */
function openModelFields(kind: Kind, { minP, topA, repetitionPenalty, logitBias }: Parameters): Fields {
  if (kind === 'openai' || kind === 'azure') return definedIn({ logitBias })
  if (kind !== 'openrouter' && kind !== 'openai-compatible') return {}
  return definedIn({ min_p: minP, top_a: topA, repetition_penalty: repetitionPenalty, logit_bias: logitBias })
}

const definedIn = (fields: Record<string, number | Readonly<Record<string, number>> | undefined>): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

/** DeepSeek takes strict tools at another URL only, and its package refuses them at the default one. */
export const takesStrictTools = (kind: Kind): boolean => kind !== 'deepseek'

/** What a call needs beside the words that all packages share. */
export function providerOptionsOf(
  { kind, optionNames, options }: Dialect,
  parameters: Parameters,
): { providerOptions?: SharedV4ProviderOptions } {
  const { tools, parallelToolCalls, responseFormat } = parameters
  const strict = responseFormat.type === 'json' ? responseFormat.strict : undefined
  const fields: Fields = {
    ...openModelFields(kind, parameters),
    ...(parallelToolCalls === false && tools.length > 0 ? oneCallAtATime[kind] : {}),
    ...(strict !== undefined && takesStrictness.has(kind) ? { strictJsonSchema: strict } : {}),
  }
  const merged = { ...options }
  if (Object.keys(fields).length > 0)
    for (const name of optionNames) merged[name] = { ...options[name], ...fields }
  return Object.keys(merged).length === 0 ? {} : { providerOptions: merged }
}
