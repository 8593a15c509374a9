import { z } from 'zod'
import { booleanParam, choiceParam, pageParams, Timestamp, Uuid } from '../../../kernel/http/shapes.ts'

export const ImportQuery = z.strictObject({
  format: choiceParam(['csv', 'jsonl']).optional().describe('Detected from the file name by default.'),
  delimiter: choiceParam([',', ';', 'tab', '|'], ',').default(','),
  upsertOn: pageParams.fields,
  typecast: booleanParam()
    .optional()
    .describe('Convert strings to the type of their field; always on for CSV.'),
  onError: choiceParam(['stop', 'skip'], 'stop')
    .default('stop')
    .describe('Stop before the first batch with an invalid row, or skip invalid rows.'),
})
export type ImportOptions = Omit<z.output<typeof ImportQuery>, 'format'>

export const ImportParams = z.object({ id: z.string().min(1).max(100), importId: Uuid })

export const ImportView = z
  .object({
    id: z.uuid(),
    collectionId: z.uuid(),
    status: z.enum(['queued', 'running', 'completed', 'failed']),
    format: z.enum(['csv', 'jsonl']),
    sizeBytes: z.number(),
    rowsSettled: z.number().describe('The number of processed rows: written, or listed as errors.'),
    createdCount: z.number(),
    updatedCount: z.number(),
    failedCount: z.number(),
    error: z.string().nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'TableImport' })
export type ImportView = z.output<typeof ImportView>

export const ImportErrorQuery = z.strictObject(pageParams)
export type ImportErrorQuery = z.output<typeof ImportErrorQuery>
export const ImportErrorView = z.object({
  row: z.number(),
  errors: z.array(z.object({ path: z.string(), rule: z.string(), message: z.string() })),
})
export type ImportErrorView = z.output<typeof ImportErrorView>
