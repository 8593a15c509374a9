import { z } from 'zod'

export const SyncReport = z
  .object({
    catalogue: z.int().describe('Models that this release knows.'),
    providers: z.array(
      z.object({
        name: z.string(),
        models: z.int().describe('Those beyond the catalogue.'),
        error: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'LlmModelSync' })
export type SyncReport = z.output<typeof SyncReport>
