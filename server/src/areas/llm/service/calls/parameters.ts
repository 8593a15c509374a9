import { AppError } from '../../../../kernel/errors.ts'
import type { ProviderSettings } from '../../providers/registry.ts'
import { type Sampling, takesSampling } from '../../providers/sampling.ts'
import type { CallRequest, Parameters, SettingNames } from '../../schema/call-request.ts'
import type { Message } from '../../schema/message.ts'
import type { AiModel } from '../../schema/model.ts'

const withoutSampling = {
  stop: [],
  topK: null,
  frequencyPenalty: null,
  presencePenalty: null,
  minP: undefined,
  topA: undefined,
  repetitionPenalty: undefined,
  logitBias: undefined,
} as const
const samplingNames = Object.keys(withoutSampling) as Sampling[]

type Settings = { [Name in Sampling]?: Parameters[Name] | undefined }

const isSet = (parameters: Settings, name: Sampling): boolean => {
  const value = parameters[name]
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== 0
}

/** The settings of these that the provider would ignore. */
export const ignoredSampling = (parameters: Settings, settings: ProviderSettings): Sampling[] =>
  samplingNames.filter((name) => isSet(parameters, name) && !takesSampling(settings, name))

/** What a provider would silently ignore changes the response, so it is refused here. */
function fitSampling(
  { parameters, dropsUnsupported, names }: Pick<CallRequest, 'parameters' | 'dropsUnsupported' | 'names'>,
  modelId: string,
  settings: ProviderSettings,
): Parameters {
  const unknown = ignoredSampling(parameters, settings)
  if (unknown.length > 0 && !dropsUnsupported)
    throw unsupported(modelId, unknown[0]!, 'its provider has no such setting', names)
  const left = unknown.map((name) => [name, withoutSampling[name]])
  return { ...parameters, ...Object.fromEntries(left) }
}

/**
 * What of a request the model takes. Only what is known not to work is refused: a catalogue does not know everything.
 * Text of attached files is text, so only images and the like need a model that sees.
 */
export function fitParameters(
  request: Pick<
    CallRequest,
    'parameters' | 'dropsUnsupported' | 'dropsEffort' | 'dropsTemperature' | 'messages' | 'names'
  >,
  modelId: string,
  model: AiModel | null,
  settings: ProviderSettings,
): Parameters {
  const { dropsUnsupported, dropsEffort = false, names } = request
  const fitting = fitSampling(request, modelId, settings)
  const parameters =
    request.dropsTemperature && !takesTemperature(fitting, model)
      ? { ...fitting, temperature: null }
      : fitting
  if (!model) return parameters
  const fitted = { ...parameters }
  if (parameters.reasoningEffort !== null && !model.supportsEffort) {
    if (!dropsUnsupported && !dropsEffort)
      throw unsupported(modelId, 'reasoningEffort', 'its effort cannot be set', names)
    fitted.reasoningEffort = null
  }
  if (
    model.provider !== 'local' &&
    !model.architecture.inputModalities.includes('image') &&
    hasImage(request.messages)
  )
    throw unsupported(modelId, 'messages', 'it does not take pictures', names)
  return fitted
}

/** Models that reason refuse a temperature, and some another one beside `topP`. */
const takesTemperature = ({ topP, reasoningEffort }: Parameters, model: AiModel | null): boolean =>
  topP === null &&
  reasoningEffort === null &&
  model?.supportsReasoning === false &&
  model.supportedParameters?.includes('temperature') === true

const hasImage = (messages: readonly Message[]): boolean =>
  messages.some(
    (message) =>
      message.role === 'user' &&
      message.content.some(
        (part) => (part.type === 'url' || part.type === 'file') && part.mediaType.startsWith('image/'),
      ),
  )

/** By the name that the caller has sent. */
function unsupported(
  modelId: string,
  setting: keyof SettingNames,
  why: string,
  names: SettingNames | undefined,
): AppError {
  const parameter = names?.[setting] ?? setting
  return new AppError('unsupported_parameter', `${modelId} does not support ${parameter}: ${why}`, {
    details: [{ in: 'body', path: `/${parameter.replaceAll('.', '/')}`, rule: 'supported', message: why }],
    facts: { modelId, parameter },
    hint: names
      ? 'Omit it or choose another model.'
      : 'Omit it, choose another model, or send dropUnsupported: true.',
  })
}
