import { z } from 'zod'
import { ProviderReport } from './provider.ts'

const ProviderSync = z.object({
  name: z.string(),
  models: z.int().describe('Models that are not in the catalogue.'),
  error: z.string().nullable(),
})

export const SyncReport = z
  .object({
    catalogue: z.int().describe('Models in the catalogue of this release.'),
    providers: z.array(ProviderSync),
  })
  .meta({ id: 'LlmModelSync' })
export type SyncReport = z.output<typeof SyncReport>

export const SavedProvider = ProviderReport.extend({
  sync: ProviderSync.nullable().describe(
    'Models that the server lists; null for a provider of the catalogue, and for a disabled one.',
  ),
}).meta({ id: 'SavedLlmProvider' })
