import type { Scope } from '../../../kernel/scope.ts'
import type { JsonSchema, ToolCall, ToolErrorCode, ToolHints } from '../../toolkits/index.ts'

/** One tool that comes with the product. Its arguments have been checked before it runs. */
export type BuiltInTool = {
  /** The second half of its slug. */
  readonly operation: string
  readonly name: string
  /** Read by models when they choose: what it does, when to use it, what it gives back. */
  readonly description: string
  readonly input: JsonSchema
  readonly output: JsonSchema
  readonly effect: Effect
  readonly isImportant?: boolean
  /** Shown in the documentation, and run by the tests where a result is given. */
  readonly example: { readonly arguments: Readonly<Record<string, unknown>>; readonly result?: unknown }
  run(args: Readonly<Record<string, unknown>>, call: BuiltInCall): unknown
}

export type BuiltInCall = Pick<
  ToolCall,
  'signal' | 'timeoutMs' | 'saveFile' | 'idempotencyKey' | 'executionId' | 'threadId'
> & { scope: Scope }

export type BuiltInToolkit = {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly category: string
  readonly tools: readonly BuiltInTool[]
}

/** `compute` touches nothing, `read` looks, `write` changes something, `delete` takes something away. */
export type Effect = 'compute' | 'read' | 'write' | 'delete'

export const hintsOf = (effect: Effect): ToolHints => ({
  isReadOnly: effect === 'compute' || effect === 'read',
  isDestructive: effect === 'delete',
  isIdempotent: effect !== 'write',
})

/** Gives the arguments their types: that they have them was checked against the schema. */
export const tool = <Args>(
  definition: Omit<BuiltInTool, 'run'> & { run(args: Args, call: BuiltInCall): unknown },
): BuiltInTool => definition as unknown as BuiltInTool

/** Ends a tool with an outcome that its caller can act on. */
export class ToolFailure extends Error {
  readonly errorCode: ToolErrorCode
  readonly upstreamStatus: number | undefined

  constructor(errorCode: ToolErrorCode, message: string, upstreamStatus?: number) {
    super(message)
    this.name = 'ToolFailure'
    this.errorCode = errorCode
    this.upstreamStatus = upstreamStatus
  }
}

export const invalid = (message: string) => new ToolFailure('arguments_invalid', message)

// What a tool works on in one go: the longest text that an argument may be.
const maxTextLength = 500_000

// Larger ones take all memory before anyone could cut them.
const maxResultLength = 10_000_000

/** For results that can be many times as long as what they are made of: refused before they are computed. */
export function refuseHuge(length: number): void {
  if (length > maxResultLength)
    throw invalid(`The result would be longer than ${maxResultLength} characters: process less in one call.`)
}

type Extra = Record<string, unknown>

export const text = (description: string, extra: Extra = {}): JsonSchema => ({
  type: 'string',
  description,
  maxLength: maxTextLength,
  ...extra,
})
export const number = (description: string, extra: Extra = {}): JsonSchema => ({
  type: 'number',
  description,
  ...extra,
})
export const integer = (description: string, extra: Extra = {}): JsonSchema => ({
  type: 'integer',
  description,
  ...extra,
})
export const flag = (description: string, extra: Extra = {}): JsonSchema => ({
  type: 'boolean',
  description,
  ...extra,
})
export const list = (description: string, items: JsonSchema = {}, extra: Extra = {}): JsonSchema => ({
  type: 'array',
  description,
  items,
  maxItems: 50_000,
  ...extra,
})
export const record = (description: string, extra: Extra = {}): JsonSchema => ({
  type: 'object',
  description,
  ...extra,
})
export const choice = (description: string, values: readonly string[], fallback?: string): JsonSchema => ({
  type: 'string',
  description,
  enum: values,
  ...(fallback === undefined ? {} : { default: fallback }),
})
export const anything = (description: string): JsonSchema => ({ description })

/** The shape of arguments: those that end in `?` may be left out. Unknown ones are refused, as they are slips. */
export function shape(properties: Record<string, JsonSchema>): JsonSchema {
  const entries = Object.entries(properties)
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, schema]) => [name.replace(/\?$/, ''), schema])),
    required: entries.map(([name]) => name).filter((name) => !name.endsWith('?')),
    additionalProperties: false,
  }
}

/** The shape of a result, which may grow. */
export function result(properties: Record<string, JsonSchema>): JsonSchema {
  const { additionalProperties: _, ...rest } = shape(properties)
  return rest
}
