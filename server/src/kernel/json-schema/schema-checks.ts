import { type Compute, type ComputeCaller, isOverrun } from '../compute/compute.ts'
import type { SchemaFault } from './check-schema.ts'
import type { Checked, JsonSchemas } from './json-schemas.ts'
import { checkJob, faultsJob } from './schema-jobs.ts'
import type { JsonSchema } from './schema-walk.ts'
import { isLightSchema, isLightValue } from './weight.ts'

/**
 * Schemas that users and outside services wrote, applied within bounds of time and memory: a plain small schema on a
 * small value synchronously, everything else in a thread.
 */
export type SchemaChecks = {
  /** Why a schema that a user gives is not taken; empty when it is. */
  faultsOf(schema: unknown, caller: ComputeCaller): Promise<SchemaFault[]>
  /** Never fails for what the schema says: what cannot be compiled is not checked. */
  check(schema: JsonSchema, value: unknown, caller: ComputeCaller): Promise<Checked>
}

const tooCostly = (what: string): SchemaFault[] => [
  { path: '', rule: 'cost', message: `takes too long to ${what}` },
]

export function createSchemaChecks(schemas: JsonSchemas, compute: Compute): SchemaChecks {
  return {
    async faultsOf(schema, caller) {
      try {
        return await compute.run(faultsJob, { schema }, caller)
      } catch (error) {
        if (isOverrun(error)) return tooCostly('compile')
        throw error
      }
    },
    async check(schema, value, caller) {
      if (isLightSchema(schema) && isLightValue(value)) return schemas.compile(schema).check(value)
      try {
        const request = { schema: JSON.stringify(schema), value: JSON.stringify(value ?? null) }
        const { faults, filled } = await compute.run(checkJob, request, caller)
        return { value: filled === undefined ? value : (JSON.parse(filled) as unknown), faults }
      } catch (error) {
        if (isOverrun(error)) return { value, faults: tooCostly('be checked') }
        throw error
      }
    },
  }
}
