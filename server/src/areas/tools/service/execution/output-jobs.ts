import { defineJob, handOver } from '../../../../kernel/compute/job.ts'
import { createJsonSchemas } from '../../../../kernel/json-schema/json-schemas.ts'
import { type RawOutput, type ShapedOutput, shapeOutput } from './shape-output.ts'

/** The tool has done its work: losing the result to a tight budget would be worse than a thread that is busy longer. */
export const shapeJob = defineJob<RawOutput, ShapedOutput>(new URL(import.meta.url), 'shape', {
  budgetMs: 5_000,
})

const schemas = createJsonSchemas()

export function shape(raw: RawOutput): ShapedOutput {
  const shaped = shapeOutput(schemas, raw)
  return shaped.kind === 'cut' ? handOver(shaped, [shaped.bytes]) : shaped
}
