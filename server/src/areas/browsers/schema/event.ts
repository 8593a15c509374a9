import { z } from 'zod'
import { integerParam, openObject, pageParams, Timestamp, textParam } from '../../../kernel/http/shapes.ts'

export const BrowserEvent = z
  .object({
    number: z.number(),
    type: z.string().describe('`action`, `frame`, `dialog`, `download`, `refused` or `control`.'),
    data: openObject(),
    createdAt: Timestamp,
  })
  .meta({ id: 'BrowserEvent' })

export const EventQuery = z.strictObject({
  type: textParam(40).optional(),
  after: integerParam({ min: 0, fallback: 0 }).optional().describe('Only events behind this number.'),
  limit: pageParams.limit,
})

export const Download = z
  .object({
    number: z.number(),
    name: z.string(),
    url: z.string(),
    fileId: z.string().nullable(),
    sizeBytes: z.number().nullable(),
    failure: z.string().nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'BrowserDownload' })
export type Download = z.output<typeof Download>
