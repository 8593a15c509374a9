import type { Scope } from '../../../../kernel/scope.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { CallRequest } from '../../schema/call-request.ts'
import type { Attachments } from '../calls/attachments.ts'
import { type CallTimeouts, startDeadlines } from '../calls/deadlines.ts'
import type { SettingsCache } from '../limits/settings-cache.ts'
import type { Slots } from '../limits/slots.ts'
import { callWithEachKey, type EachKeyDeps } from '../providers/each-key.ts'
import { toCallError } from '../providers/failures.ts'
import type { ProviderSettingsOf } from '../providers/provider-settings.ts'

export type ProviderCounterDeps = EachKeyDeps & {
  catalogue: Catalogue
  settings: SettingsCache
  settingsOf: ProviderSettingsOf
  attachments: Attachments
  slots: Slots
  timeouts: CallTimeouts
}

export type NativeCount =
  | { isCounted: true; body: { input_tokens: number } }
  /** The model belongs to a provider that did not define this API, or to none. */
  | { isCounted: false }

/** The number of tokens by the provider itself, for a request in the words of its API. */
export function createProviderCounter(deps: ProviderCounterDeps) {
  const { catalogue, settings, settingsOf, attachments, slots, timeouts } = deps

  return async function countAtProvider(
    scope: Scope,
    { model, native, messages }: Required<Pick<CallRequest, 'model' | 'native' | 'messages'>>,
    caller: AbortSignal,
  ): Promise<NativeCount> {
    const requested = model ?? ''
    const modelId = catalogue.find(requested)?.modelId ?? requested
    const at = modelId.indexOf('/')
    const { providers, inactive } = await settings.read(scope.projectId)
    const provider = settingsOf.find(scope, providers, modelId.slice(0, Math.max(0, at)))
    if (provider?.kind !== native.kind || inactive.includes(modelId)) return { isCounted: false }
    const giveBack = slots.take(scope.projectId)
    const deadlines = startDeadlines(caller, timeouts, { elapsedMs: 0, isStreamed: false })
    const { signal } = deadlines
    let isWhole = false
    try {
      const call = {
        vendorId: modelId.slice(at + 1),
        messages: await attachments.resolve(scope, messages),
        native,
        signal,
      }
      const subject = { modelId, projectId: scope.projectId }
      const body = await callWithEachKey(deps, { settings: provider, subject, signal }, (opened) =>
        opened.countTokens!(call),
      )
      isWhole = true
      return { isCounted: true, body }
    } catch (error) {
      throw toCallError(error, modelId)
    } finally {
      deadlines.end({ isWhole })
      giveBack()
    }
  }
}

export type ProviderCounter = ReturnType<typeof createProviderCounter>
