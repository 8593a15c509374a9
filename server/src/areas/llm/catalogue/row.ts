import { z } from 'zod'
import { idOfName } from '../../../kernel/ids.ts'
import { type AiModel, MediaCapabilities, mediaKinds } from '../schema/model.ts'

// A digit, then at most one point: what billing can read exactly, and no exponent that it cannot.
const Usd = z.string().regex(/^\d+(\.\d+)?$/)

/** One model as it is in the files of the catalogue: facts only. What follows from them is added on reading. */
export const CatalogueRow = z.strictObject({
  provider: z.string().regex(/^[a-z0-9-]+$/),
  /** What the vendor calls it in its own API. */
  vendorId: z.string().min(1),
  name: z.string().min(1),
  snapshot: z.string().min(1).optional(),
  contextLength: z.int().positive().optional(),
  /** The most tokens of a response. */
  maxOutput: z.int().positive().optional(),
  knowledgeCutoff: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .optional(),
  inputs: z.array(z.string()).min(1),
  outputs: z.array(z.string()).min(1),
  parameters: z.array(z.string()).optional(),
  price: z
    .strictObject({ prompt: Usd, completion: Usd, cacheRead: Usd.optional(), cacheWrite: Usd.optional() })
    .optional(),
  mediaKind: z.enum(mediaKinds).optional(),
  reserveUsdPerUnit: z.number().positive().optional(),
  mediaCapabilities: MediaCapabilities.strict().optional(),
  description: z.string().min(1).optional(),
  supportsReasoning: z.boolean().optional(),
  supportsEffort: z.boolean().optional(),
})
export type CatalogueRow = z.output<typeof CatalogueRow>

// Never change it: row ids are made from it, and they must be the same on every node and in every release.
const idNamespace = Buffer.from('c47fdb4f83be4ad79df9a1fd79f45fc6', 'hex')

/** The id of a model. */
export const rowIdOf = (modelId: string): string => idOfName(idNamespace, modelId)

export function toAiModel(row: CatalogueRow): AiModel {
  const modelId = `${row.provider}/${row.vendorId}`
  return {
    id: rowIdOf(modelId),
    modelId,
    canonicalSlug: row.snapshot === undefined ? null : `${row.provider}/${row.snapshot}`,
    name: row.name,
    provider: row.provider,
    contextLength: row.contextLength ?? null,
    knowledgeCutoff: row.knowledgeCutoff ?? null,
    architecture: {
      modality: `${row.inputs.join('+')}->${row.outputs.join('+')}`,
      inputModalities: row.inputs,
      outputModalities: row.outputs,
    },
    supportedParameters: row.parameters ?? null,
    pricing: pricingOf(row.price),
    mediaKind: row.mediaKind ?? null,
    reserveUsdPerUnit: row.reserveUsdPerUnit ?? null,
    mediaCapabilities: row.mediaCapabilities ?? {},
    isActive: true,
    description: row.description ?? null,
    supportsReasoning: row.supportsReasoning ?? false,
    supportsEffort: row.supportsEffort ?? false,
  }
}

function pricingOf(price: CatalogueRow['price']): AiModel['pricing'] {
  if (!price) return {}
  const { prompt, completion, cacheRead, cacheWrite } = price
  return {
    prompt,
    completion,
    input: prompt,
    output: completion,
    ...(cacheRead === undefined ? {} : { cachedInputTokens: cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheCreationInputTokens: cacheWrite }),
  }
}
