import { z } from 'zod'
import {
  booleanParam,
  choiceParam,
  pageParams,
  Timestamp,
  textParam,
  Uuid,
} from '../../../kernel/http/shapes.ts'

/** Of a file; many of them may be left out. */
export const maxColumns = 500
// The request line has to fit, too.
const maxColumnsLength = 12_000
const columnsRule = 'must be JSON such as {"E-mail":"email","Notes":null}'

const Columns = z
  .record(z.string().max(200), z.string().min(1).max(200).nullable())
  .refine((columns) => Object.keys(columns).length <= maxColumns, `must name at most ${maxColumns} columns`)
  .refine((columns) => {
    const fields = Object.values(columns).filter((field) => field !== null)
    return new Set(fields).size === fields.length
  }, 'must not put two columns into one field')

/** JSON in a query parameter. */
const columnsParam = textParam(maxColumnsLength)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message: columnsRule })
      return z.NEVER
    }
  })
  .pipe(Columns)
  .meta({ jsonSchema: { type: 'string', maxLength: maxColumnsLength } })

export const ImportQuery = z.strictObject({
  format: choiceParam(['csv', 'jsonl']).optional().describe('Detected from the file name by default.'),
  delimiter: choiceParam([',', ';', 'tab', '|'])
    .optional()
    .describe('Detected from the first line by default, or named by a line such as `sep=;` before it.'),
  columns: columnsParam
    .optional()
    .describe(
      'The field for each column or member by its name in the file, as JSON such as `{"E-mail":"email","Notes":null}`; null leaves it out, what is not named keeps its name.',
    ),
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
