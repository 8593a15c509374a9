import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import { nearMatches } from '../../../../kernel/text/near-names.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { isOpenProvider, localProvider, type ProviderSettings } from '../../providers/registry.ts'
import { type CallSettings, readCallSettings } from '../../read-settings.ts'
import type { MediaInput } from '../../schema/media.ts'
import type { AiModel } from '../../schema/model.ts'
import type { ProviderKind } from '../../schema/provider.ts'
import type { Prices } from '../pricing/prices.ts'
import type { ProviderSettingsOf } from '../providers/provider-settings.ts'

type Kind = MediaInput['kind']

export type MediaPlan = {
  modelId: string
  vendorId: string
  /** Null for a model that the catalogue does not know. */
  model: AiModel | null
  settings: ProviderSettings
  usdPerUnit: number | null
  isUnpriced: boolean
  storesPayloads: boolean
}

export type MediaPlanDeps = {
  db: Db
  catalogue: Catalogue
  settingsOf: ProviderSettingsOf
  prices: Pick<Prices, 'ofUnit'>
}

/** What the packages of the providers can make. */
const makes: Readonly<Partial<Record<ProviderKind, readonly Kind[]>>> = {
  openai: ['image', 'tts', 'stt'],
  google: ['image', 'video', 'tts', 'stt'],
  xai: ['image', 'video', 'tts', 'stt'],
  groq: ['stt'],
  mistral: ['tts', 'stt'],
  'amazon-bedrock': ['image'],
  azure: ['image', 'stt'],
  'openai-compatible': ['image'],
}

/** Taken where no one names a model, the first whose provider is set up. */
const preferred: Readonly<Record<Kind, readonly string[]>> = {
  image: ['openai/gpt-image-1-mini', 'google/gemini-2.5-flash-image', 'xai/grok-imagine-image'],
  video: ['google/veo-3.1-fast-generate-preview', 'xai/grok-imagine-video'],
  tts: ['openai/gpt-4o-mini-tts', 'google/gemini-2.5-flash-preview-tts', 'mistral/voxtral-mini-tts-2603'],
  stt: ['openai/gpt-4o-mini-transcribe', 'groq/whisper-large-v3-turbo', 'mistral/voxtral-mini-2602'],
}

/** Placeholders of this server. They are not in the catalogue, because they are not models. */
export const placeholders: Readonly<Partial<Record<Kind, string>>> = {
  image: 'local/offline-demo-image',
  tts: 'local/offline-demo-tone',
}

/** Of this server itself only placeholders come. */
export const mediaMadeBy = (provider: ProviderKind): Kind[] =>
  provider === 'local' ? (Object.keys(placeholders) as Kind[]) : [...(makes[provider] ?? [])]

const providerOf = (modelId: string): string => modelId.slice(0, Math.max(0, modelId.indexOf('/')))

/** Which model makes it, and at what price. */
export function createMediaPlanner({ db, catalogue, settingsOf, prices }: MediaPlanDeps) {
  function usable(scope: Scope, { providers, inactive }: CallSettings, kind: Kind, modelId: string) {
    const settings = settingsOf.find(scope, providers, providerOf(modelId))
    return settings && makes[settings.kind]?.includes(kind) && !inactive.includes(modelId) ? settings : null
  }

  function chosen(scope: Scope, settings: CallSettings, kind: Kind): string {
    const listed = [...preferred[kind], ...catalogue.ofKind(kind).map(({ modelId }) => modelId)]
    const found = listed.find((modelId) => usable(scope, settings, kind, modelId)) ?? placeholders[kind]
    if (found === undefined) throw driverRequired(kind)
    return found
  }

  function settingsFor(
    scope: Scope,
    stored: CallSettings,
    kind: Kind,
    modelId: string,
    model: AiModel | null,
  ) {
    if (modelId === placeholders[kind]) return localProvider
    const provider = providerOf(modelId)
    const settings = settingsOf.find(scope, stored.providers, provider)
    if (!model && !(settings && settings.kind !== 'local' && isOpenProvider(provider)))
      throw notFound(catalogue, kind, modelId)
    if (model && model.mediaKind !== kind) throw wrongKind(modelId, kind)
    if (stored.inactive.includes(modelId)) {
      if (scope.role !== 'admin') throw notFound(catalogue, kind, modelId)
      throw new AppError('model_inactive', `${modelId} is disabled in this project`, {
        facts: { modelId },
        hint: 'Enable it with PATCH /api/v1/ai/models/{modelId}.',
      })
    }
    if (!settings) throw notConfigured(modelId, provider)
    if (!makes[settings.kind]?.includes(kind)) throw driverRequired(kind, modelId)
    return settings
  }

  return async (scope: Scope, kind: Kind, requested: string | undefined): Promise<MediaPlan> => {
    const stored = await readCallSettings(db, scope)
    const request = requested ?? chosen(scope, stored, kind)
    const model = catalogue.find(request)
    const modelId = model?.modelId ?? request
    const settings = settingsFor(scope, stored, kind, modelId, model)
    const usdPerUnit = prices.ofUnit(modelId, model?.reserveUsdPerUnit || null, settings)
    return {
      modelId,
      model,
      settings,
      vendorId: modelId.slice(modelId.indexOf('/') + 1),
      usdPerUnit,
      isUnpriced: settings !== localProvider && usdPerUnit === null,
      storesPayloads: stored.storePrompts,
    }
  }
}

export type MediaPlanner = ReturnType<typeof createMediaPlanner>

const driverRequired = (kind: Kind, modelId?: string) =>
  new AppError(
    'driver_required',
    modelId === undefined
      ? `No provider for ${kind} is configured`
      : `${modelId} is not supported through its provider`,
    {
      facts: { kind },
      hint: `Configure a provider such as ${preferred[kind].map(providerOf).join(', ')} with PUT /api/v1/ai/providers.`,
    },
  )

function notFound(catalogue: Catalogue, kind: Kind, requested: string): AppError {
  const matches = nearMatches(
    requested,
    catalogue.ofKind(kind).map(({ modelId }) => modelId),
  )
  return new AppError('model_not_found', `There is no model ${requested} for ${kind}`, {
    facts: { nearMatches: matches },
    hint: `GET /api/v1/ai/models?kind=${kind} lists them.`,
  })
}

const wrongKind = (modelId: string, kind: Kind) =>
  new AppError('invalid_parameter', `${modelId} does not support ${kind}`, {
    details: [{ in: 'body', path: '/model', rule: 'kind', message: `must be a model for ${kind}` }],
    hint: `GET /api/v1/ai/models?kind=${kind} lists them.`,
  })

const notConfigured = (modelId: string, provider: string) =>
  new AppError(
    'provider_not_configured',
    `${modelId} is not available: no API key for ${provider} is configured`,
    {
      facts: { modelId, provider },
      hint: 'Ask an admin to add one with PUT /api/v1/ai/providers, or the operator to set it in the environment.',
    },
  )
