import { AppError } from '../../../kernel/errors.ts'
import type { CallRequest, Parameters } from '../schema/call-request.ts'
import type { Message } from '../schema/message.ts'
import type { AiModel } from '../schema/model.ts'

/**
 * What of a request the model takes. Only what is known not to work is refused: a catalogue does not know everything.
 * Text of attached files is text, so only pictures and the like need a model that sees.
 */
export function fitParameters(
  request: Pick<CallRequest, 'parameters' | 'dropsUnsupported' | 'messages'>,
  modelId: string,
  model: AiModel | null,
): Parameters {
  const { parameters, dropsUnsupported } = request
  if (!model) return parameters
  const fitted = { ...parameters }
  if (parameters.reasoningEffort !== null && !model.supportsEffort) {
    if (!dropsUnsupported) throw unsupported(modelId, 'reasoningEffort', 'its effort cannot be set')
    fitted.reasoningEffort = null
  }
  if (
    model.provider !== 'local' &&
    !model.architecture.inputModalities.includes('image') &&
    hasPicture(request.messages)
  )
    throw unsupported(modelId, 'messages', 'it does not take pictures')
  return fitted
}

const hasPicture = (messages: readonly Message[]): boolean =>
  messages.some(
    (message) =>
      message.role === 'user' &&
      message.content.some(
        (part) => (part.type === 'url' || part.type === 'file') && part.mediaType.startsWith('image/'),
      ),
  )

const unsupported = (modelId: string, parameter: string, why: string) =>
  new AppError('unsupported_parameter', `${modelId} does not take ${parameter}: ${why}`, {
    details: [{ in: 'body', path: `/${parameter}`, rule: 'supported', message: why }],
    facts: { modelId, parameter },
    hint: 'Leave it out, choose another model, or send dropUnsupported: true.',
  })
