import { AppError } from '../../../../kernel/errors.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import { didYouMean, nearMatches } from '../../../../kernel/text/near-names.ts'
import { type Catalogue, localDemoId } from '../../catalogue/catalogue.ts'
import { isOpenProvider, localProvider } from '../../providers/registry.ts'
import type { Tokenizer } from '../../providers/tokenizer/tokenizer.ts'
import { countTokens, estimateTokens } from '../../providers/tokens.ts'
import type { CallSettings } from '../../read-settings.ts'
import type { CallRequest } from '../../schema/call-request.ts'
import type { Message } from '../../schema/message.ts'
import { defaultModel } from '../models/default-model.ts'
import { costOf } from '../pricing/price.ts'
import type { Prices } from '../pricing/prices.ts'
import type { ProviderSettingsOf } from '../providers/provider-settings.ts'
import type { Attachments } from './attachments.ts'
import type { Target } from './attempts.ts'
import { fitParameters } from './parameters.ts'

export type PlanDeps = {
  catalogue: Catalogue
  settingsOf: ProviderSettingsOf
  attachments: Attachments
  tokenizer: Tokenizer
  prices: Pick<Prices, 'ofTokens'>
  creditsPerUsd: number
}

/** A call that can be made: which models, with what, and the most it may cost. */
export type Plan = {
  requestedModel: string
  targets: readonly [Target, ...Target[]]
  messages: readonly Message[]
  promptTokens: number
  /** For the dearest model of the chain. */
  worstMicro: number
  leastMicro: number
  storesPayloads: boolean
}

// The assumed length of a response without a limit; longer ones raise the hold while they are streamed.
export const defaultMaxTokens = 4096

export function createPlanner(deps: PlanDeps) {
  const { catalogue, settingsOf, attachments, tokenizer, prices, creditsPerUsd } = deps

  function notFound(requested: string, { ownModels, inactive }: CallSettings): AppError {
    const listed = [...ownModels, ...catalogue.ofKind('chat').map(({ modelId }) => modelId)]
    const alike = nearMatches(
      requested,
      listed.filter((modelId) => !inactive.includes(modelId)),
    )
    const isLocal = requested.startsWith(`${localProvider.name}/`)
    const matches = isLocal ? [...new Set([localDemoId, ...alike])].slice(0, 3) : alike
    return new AppError('model_not_found', `There is no model ${requested}`, {
      facts: { nearMatches: matches },
      hint: matches.length > 0 ? didYouMean(matches) : 'GET /api/v1/ai/models lists them.',
    })
  }

  function targetOf(scope: Scope, settings: CallSettings, request: CallRequest, requested: string): Target {
    const model = catalogue.find(requested)
    const modelId = model?.modelId ?? requested
    const at = modelId.indexOf('/')
    const provider = modelId.slice(0, Math.max(0, at))
    const isOwn = settings.ownModels.includes(modelId) || (provider !== '' && isOpenProvider(provider))
    const found = settingsOf.find(scope, settings.providers, provider)
    if (!model && !(isOwn && found)) throw notFound(requested, settings)
    if (settings.inactive.includes(modelId)) {
      if (scope.role !== 'admin') throw notFound(requested, settings)
      throw new AppError('model_inactive', `${modelId} is disabled in this project`, {
        facts: { modelId },
        hint: 'Enable it with PATCH /api/v1/ai/models/{modelId}.',
      })
    }
    if (model?.mediaKind) throw wrongKind(modelId, model.mediaKind)
    if (!found) throw notConfigured(modelId, provider)
    if (request.native?.kind !== found.kind) request.native?.leave()
    return {
      modelId,
      vendorId: modelId.slice(at + 1),
      model,
      maxOutput: model && catalogue.maxOutputOf(model),
      price: prices.ofTokens(modelId, model, found),
      settings: found,
      parameters: fitParameters(request, modelId, model, found),
    }
  }

  /** A model that cannot be called is skipped while another one can. */
  function targetsOf(
    scope: Scope,
    settings: CallSettings,
    request: CallRequest,
    first: string,
  ): [Target, ...Target[]] {
    const targets: Target[] = []
    let refusal: unknown = null
    for (const requested of [first, ...request.fallbackModels]) {
      try {
        targets.push(targetOf(scope, settings, request, requested))
      } catch (error) {
        if (!(error instanceof AppError) || !unreachable.includes(error.code)) throw error
        refusal ??= error
      }
    }
    if (targets.length === 0) throw refusal
    return targets as [Target, ...Target[]]
  }

  async function refuseOverflow(
    targets: readonly Target[],
    messages: readonly Message[],
    rough: number,
  ): Promise<void> {
    const largest = Math.max(...targets.map(({ model }) => model?.contextLength ?? Number.POSITIVE_INFINITY))
    if (rough <= largest) return
    const tokens = await countTokens(tokenizer, messages)
    if (tokens <= largest) return
    throw new AppError(
      'context_length_exceeded',
      `The messages have ${tokens} tokens; the model accepts up to ${largest}`,
      {
        facts: { promptTokens: tokens, contextLength: largest },
        hint: 'Shorten the messages, or use a model with a larger context.',
      },
    )
  }

  return async function plan(scope: Scope, request: CallRequest, settings: CallSettings): Promise<Plan> {
    const requestedModel = request.model ?? defaultModel(settingsOf, scope, settings)
    const messages = await attachments.resolve(scope, request.messages)
    const targets = targetsOf(scope, settings, { ...request, messages }, requestedModel)
    const { tools } = request.parameters
    const promptTokens = estimateTokens(messages, tools.length > 0 ? JSON.stringify(tools) : '')
    await refuseOverflow(targets, messages, promptTokens)
    const costWith = ({ price, parameters }: Target, isWorst: boolean) => {
      const completionTokens = isWorst ? (parameters.maxTokens ?? defaultMaxTokens) : 0
      return costOf(price, { ...noTokens, promptTokens, completionTokens }, creditsPerUsd).microCredits
    }
    return {
      requestedModel:
        targets[0].modelId === requestedModel
          ? requestedModel
          : (catalogue.find(requestedModel)?.modelId ?? requestedModel),
      targets,
      messages,
      promptTokens,
      worstMicro: Math.max(...targets.map((target) => costWith(target, true))),
      leastMicro: Math.min(...targets.map((target) => costWith(target, false))),
      storesPayloads: settings.storePrompts,
    }
  }
}

const unreachable: readonly string[] = ['provider_not_configured', 'model_unpriced']

export type Planner = ReturnType<typeof createPlanner>

const noTokens = { cachedInputTokens: 0, cacheCreationInputTokens: 0, reasoningTokens: 0 }

const wrongKind = (modelId: string, kind: string) =>
  new AppError('invalid_parameter', `${modelId} is a model for ${kind}, not for chat`, {
    details: [
      { in: 'body', path: '/model', rule: 'kind', message: 'must be a chat model', received: modelId },
    ],
    hint: 'GET /api/v1/ai/models lists the chat models.',
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
