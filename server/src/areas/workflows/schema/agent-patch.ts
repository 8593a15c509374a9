import { z } from 'zod'
import { refusalOf } from '../../../kernel/http/request/refusal.ts'
import { type Agent, AgentInput } from './agent.ts'

/** A value, each field of which may be left out, or null. */
type Patch<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: Patch<Exclude<T[K], undefined>> | null | undefined }
    : T

export type AgentPatch = Patch<AgentInput>

/** The shape of an update of what a shape takes: objects and records by field, everything else as a whole. */
function patchOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return patchOf(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodRecord)
    return z.record(schema.keyType, (schema.valueType as z.ZodType).nullable())
  if (!(schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodNever)) return schema
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => {
    const part = patchOf(field).nullish()
    return [name, field.description === undefined ? part : part.describe(field.description)]
  })
  return z.strictObject(Object.fromEntries(fields) as Record<string, z.ZodType>)
}

export const AgentPatch = patchOf(AgentInput).meta({ id: 'AgentPatch' }) as z.ZodType<AgentPatch>

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// A JSON Schema is one value: a property that is left out is none.
const whole = new Set(['inputSchema', 'outputSchema'])

function mergedFields(was: Fields, patch: Fields): Fields {
  const next = { ...was }
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete next[name]
    else if (isFields(value) && !whole.has(name))
      next[name] = mergedFields(isFields(was[name]) ? was[name] : {}, value)
    else if (value !== undefined) next[name] = value
  }
  return next
}

/** The agent after an update: fields that it names are replaced at every level, null clears one, and all others stay. */
export function mergedAgent(was: Agent | null, patch: Patch<Agent>): Agent {
  const next = mergedFields((was ?? {}) as Fields, patch as Fields)
  const { error } = AgentInput.safeParse(next)
  // A field that an earlier version accepted does not block changes of others.
  const issues = (error?.issues ?? []).filter(({ path: [name] }) => Object.hasOwn(patch, String(name)))
  if (issues.length > 0) {
    const within = issues.map((issue) => ({ ...issue, path: ['agent', ...issue.path] }))
    const schema = z.object({ agent: AgentInput })
    throw refusalOf(within, { agent: next }, { location: 'body', schema })
  }
  return next as Agent
}
