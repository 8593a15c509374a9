import { z } from 'zod'
import { booleanParam, choiceParam, integerParam, textParam } from '../../../kernel/http/shapes.ts'

export const mediaKinds = ['image', 'video', 'tts', 'stt'] as const
export const modelKinds = ['chat', ...mediaKinds] as const
export type ModelKind = (typeof modelKinds)[number]

/** Decimal USD amounts are texts, so that no client rounds them; an amount no one knows is left out. */
const Pricing = z.object({
  prompt: z.string().optional(),
  completion: z.string().optional(),
  input: z.string().optional(),
  output: z.string().optional(),
  cachedInputTokens: z.string().optional(),
  cacheCreationInputTokens: z.string().optional(),
})

export const MediaCapabilities = z.object({
  unit: z.enum(['image', 'second', 'char', 'minute']).optional(),
  supportsEdit: z.boolean().optional(),
  defaultVoice: z.string().optional(),
  supportedVoices: z.array(z.string()).optional(),
  durations: z.array(z.number()).optional(),
  resolutions: z.array(z.string()).optional(),
  aspectRatios: z.array(z.string()).optional(),
  sizes: z.array(z.string()).optional(),
})

/** Checked for every row of every response, so it has no pattern that the catalogue's own check covers. */
export const AiModel = z.object({
  id: z.uuid(),
  modelId: z.string(),
  canonicalSlug: z.string().nullable(),
  name: z.string(),
  provider: z.string(),
  contextLength: z.number().nullable(),
  knowledgeCutoff: z.string().nullable(),
  architecture: z.object({
    modality: z.string().nullable(),
    inputModalities: z.array(z.string()),
    outputModalities: z.array(z.string()),
  }),
  supportedParameters: z.array(z.string()).nullable(),
  pricing: Pricing,
  mediaKind: z.enum(mediaKinds).nullable(),
  reserveUsdPerUnit: z.number().nullable(),
  mediaCapabilities: MediaCapabilities,
  isActive: z.boolean(),
  description: z.string().nullable(),
  supportsReasoning: z.boolean(),
  supportsEffort: z.boolean(),
})
export type AiModel = z.output<typeof AiModel>

export const unavailableReasons = [
  'inactive',
  'needs_provider_key',
  'provider_disabled',
  'no_price',
  'not_supported',
] as const
export type UnavailableReason = (typeof unavailableReasons)[number]

/** A model with whether the project could call it now. `isActive` is what the project decided, this is what follows. */
export const ListedModel = AiModel.extend({
  isAvailable: z.boolean().describe('Whether a call would reach it: active, with a configured provider.'),
  unavailableReason: z
    .enum(unavailableReasons)
    .nullable()
    .describe(
      'Why it cannot be called: `inactive` is disabled in the project, `needs_provider_key` has a provider without an API key, `provider_disabled` has a disabled provider, `no_price` has no price for use with the operator’s key, `not_supported` is not supported through its provider.',
    ),
  isDefault: z.boolean().describe('Whether chat calls that name no model use it.'),
})
export type ListedModel = z.output<typeof ListedModel>

const ModelCounts = z.object({
  total: z.int().describe('Models visible to the caller.'),
  active: z.int().describe('Active models among these.'),
  available: z.int().describe('Callable models among these.'),
})
export type ModelCounts = z.output<typeof ModelCounts>

export const ModelSummary = z.object({
  chat: ModelCounts,
  image: ModelCounts,
  video: ModelCounts,
  tts: ModelCounts,
  stt: ModelCounts,
})
export type ModelSummary = z.output<typeof ModelSummary>

export const ModelListQuery = z.strictObject({
  kind: choiceParam(modelKinds, 'chat').default('chat'),
  q: textParam(200).optional(),
  provider: textParam(100).optional(),
  supportsReasoning: booleanParam().optional(),
  isAvailable: booleanParam().optional().describe('Only models that can, or cannot, be called now.'),
  isDefault: booleanParam()
    .optional()
    .describe('Only the model that chat calls without a model use, or all but it.'),
  sortBy: choiceParam(['provider', 'availability'], 'provider')
    .default('provider')
    .describe('`provider`: by provider and name. `availability`: callable models first.'),
  limit: integerParam({ min: 1, max: 10_000 }).optional().describe('Return at most this many models.'),
})
export type ModelListQuery = z.output<typeof ModelListQuery>

/** A row id or a model id; the longest model id has some sixty characters. */
export const ModelParams = z.object({ modelId: z.string().min(1).max(200) })

export const ModelPatch = z.strictObject({ isActive: z.boolean() })
