import { z } from 'zod'
import { openObject } from '../../../kernel/http/shapes.ts'
import { ExecuteBody } from './execution.ts'

export const OptionsBody = ExecuteBody.pick({
  connectedAccountId: true,
  accountLabel: true,
  version: true,
  customAuthParams: true,
  customConnectionData: true,
}).extend({
  field: z.string().min(1).max(200).describe('The field of `inputParameters` to choose a value for.'),
  search: z.string().max(200).default('').describe('Only options whose label contains this text.'),
  chosen: openObject()
    .default({})
    .describe('Values of other fields; see `x-options.dependsOn` of the field.'),
})
export type OptionsBody = z.output<typeof OptionsBody>

export const FieldOptions = z
  .object({
    field: z.string(),
    isDynamic: z.boolean().describe('False if the options are already in the schema of the tool.'),
    options: z.array(
      z.object({
        label: z.string(),
        value: z.unknown().describe('The argument value; for fields with `x-fields`, a field to fill in.'),
      }),
    ),
    hasMore: z.boolean().describe('More than 1,000 options match: narrow the search.'),
  })
  .meta({ id: 'FieldOptions' })
export type FieldOptions = z.output<typeof FieldOptions>
