import { defineJob } from '../compute/job.ts'
import type { SchemaFault } from './check-schema.ts'
import { createJsonSchemas, type SchemaCheck } from './json-schemas.ts'
import type { JsonSchema } from './schema-walk.ts'

const here = new URL(import.meta.url)

/** Both as JSON: writing and reading that takes a fraction of the time in which a thread copies objects. */
export type CheckRequest = { schema: string; value: string }
export type CheckReply = {
  faults: SchemaFault[]
  /** Only where defaults were filled in: what was given need not travel back. */
  filled?: string
}

export const checkJob = defineJob<CheckRequest, CheckReply>(here, 'checkValue', { budgetMs: 3_000 })
export const faultsJob = defineJob<{ schema: unknown }, SchemaFault[]>(here, 'schemaFaults', {
  budgetMs: 3_000,
})

const schemas = createJsonSchemas()

export function checkValue({ schema, value }: CheckRequest): CheckReply {
  const parsed = JSON.parse(value) as unknown
  const { value: checked, faults } = compiled(schema).check(parsed)
  return { faults, ...(checked === parsed ? {} : { filled: JSON.stringify(checked) }) }
}

const maxKnown = 200
// By its text, so that a schema that is used again is not even read.
const known = new Map<string, SchemaCheck>()

function compiled(schema: string): SchemaCheck {
  const found = known.get(schema) ?? schemas.compile(JSON.parse(schema) as JsonSchema)
  known.delete(schema)
  known.set(schema, found)
  if (known.size > maxKnown) known.delete(known.keys().next().value!)
  return found
}

export const schemaFaults = ({ schema }: { schema: unknown }): SchemaFault[] => schemas.faultsOf(schema)
