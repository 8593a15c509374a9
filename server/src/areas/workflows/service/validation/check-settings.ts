import type { Agent } from '../../schema/agent.ts'
import type { Problem } from '../../schema/problem.ts'
import type { Facts } from './facts.ts'

// As many as a call of a model takes.
const maxFallbacks = 5

const ignored = (path: string, message: string, fix: string): Problem => ({
  severity: 'warning',
  code: 'setting_ignored',
  message,
  fix,
  nodeId: null,
  path: `/agent/${path}`,
})

/** Settings that have no effect, so that their author learns of it before users do. */
export function checkSettings(
  { modelSettings = {}, capabilities = {}, identity = {} }: Agent,
  { ignoredSettings }: Pick<Facts, 'ignoredSettings'>,
): Problem[] {
  const { model = 'The default model', topLogprobs = 0 } = modelSettings
  const fallbacks = capabilities.modelFallback?.fallbackModels ?? []
  const { mode = 'anonymous', methods = [], collect = [], linkBy = [] } = identity
  return [
    ...ignoredSettings.map((name) =>
      ignored(
        `modelSettings/${name}`,
        `${model} does not take ${name}: it is not sent.`,
        'Remove it, or choose a model that takes it.',
      ),
    ),
    ...(topLogprobs > 0
      ? [
          ignored(
            'modelSettings/topLogprobs',
            'Responses of agents have no token probabilities.',
            'Remove it.',
          ),
        ]
      : []),
    ...(fallbacks.length > maxFallbacks
      ? [
          ignored(
            `capabilities/modelFallback/fallbackModels/${maxFallbacks}`,
            `Only the first ${maxFallbacks} models are tried.`,
            'Remove the others.',
          ),
        ]
      : []),
    ...(mode === 'collect' || [...methods, ...collect, ...linkBy].length > 0
      ? [
          ignored(
            'identity',
            'Nothing is collected from users, and no method of identity is used.',
            'Create chat tokens for users who are signed in to your site, and use the mode required.',
          ),
        ]
      : []),
  ]
}
