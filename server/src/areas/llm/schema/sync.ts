import { z } from 'zod'

export const SyncReport = z
  .object({
    catalogue: z.int().describe('Models in the catalogue of this release.'),
    providers: z.array(
      z.object({
        name: z.string(),
        models: z.int().describe('Models that are not in the catalogue.'),
        error: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'LlmModelSync' })
export type SyncReport = z.output<typeof SyncReport>
