import { AppError } from '../../../../kernel/errors.ts'
import type { Outbound } from '../../../../kernel/net/outbound.ts'
import { createUpstream, fetchOver, guardedSend } from '../../../../kernel/net/upstream.ts'
import { createAnthropicMessages } from '../../providers/anthropic/messages.ts'
import { createLocalDemo } from '../../providers/local-demo/local-demo.ts'
import type { LocalEncoder } from '../../providers/local-encoder/local-encoder.ts'
import { createOllamaFinder } from '../../providers/ollama.ts'
import { createProviderOpener } from '../../providers/open.ts'
import { createOpenAiChat, speaksChat } from '../../providers/openai-chat/provider.ts'
import type { ProviderSettings } from '../../providers/registry.ts'
import { createSdkProvider } from '../../providers/sdk/adapter.ts'
import { boundedFetch } from '../../providers/sdk/bounded-fetch.ts'
import { loadModels } from '../../providers/sdk/load.ts'
import type { Download } from '../../providers/sdk/prompt.ts'
import type { Tokenizer } from '../../providers/tokenizer/tokenizer.ts'
import type { CallTimeouts } from '../calls/deadlines.ts'

export type EngineDeps = {
  outbound: Outbound
  tokenizer: Tokenizer
  encoder: LocalEncoder
  timeouts: CallTimeouts
  findsOllama: boolean
  publicUrl: URL
}

const listMs = 10_000
// Of a provider that a project configured by its URL.
const maxResponseBytes = 64 * 1024 * 1024

/**
 * How providers are reached: those of the operator directly, those with a URL from a project through the outbound
 * guard.
 */
export function createEngine(deps: EngineDeps) {
  const { outbound, tokenizer, encoder, timeouts, findsOllama, publicUrl } = deps
  const { finishMs } = timeouts
  const upstream = createUpstream({ connectTimeoutMs: timeouts.connectMs })
  const guarded = guardedSend(outbound, {
    timeoutMs: timeouts.totalMs,
    idleTimeoutMs: timeouts.totalMs,
    connectTimeoutMs: timeouts.connectMs,
    maxBytes: maxResponseBytes,
  })
  const download: Download = async (url, maxBytes, signal) => {
    try {
      const response = await outbound.request({ url, signal, maxBytes })
      if (response.status >= 300) {
        response.body.destroy()
        throw unreadableImage(url, `it responded with status ${response.status}`)
      }
      const mediaType = String(response.headers['content-type'] ?? 'application/octet-stream').split(';')[0]!
      return { mediaType, bytes: await response.bytes() }
    } catch (error) {
      // A failed URL in a message must not count as a failure of the provider.
      if (error instanceof AppError && error.code.startsWith('upstream_'))
        throw unreadableImage(url, error.message)
      throw error
    }
  }
  const ollama = createOllamaFinder(upstream.fetch)
  const open = createProviderOpener({
    local: createLocalDemo({ tokenizer, encoder, publicUrl }),
    openRemote: async (settings, key) => {
      const { send, fetch } = settings.isGuarded ? { send: guarded, fetch: fetchOver(guarded) } : upstream
      const rest = createSdkProvider(await loadModels(settings, key, fetch, finishMs), download)
      if (speaksChat(settings)) return createOpenAiChat({ settings, key, send, rest, finishMs })
      return settings.kind === 'anthropic'
        ? createAnthropicMessages({ settings, key, send, rest, finishMs })
        : rest
    },
  })
  return {
    open: async (...args: Parameters<typeof open>) => open(...args),
    ollama: ollama.current,
    /** To URLs from the operator. */
    fetch: upstream.fetch,
    async listVendorIds(settings: ProviderSettings, signal: AbortSignal): Promise<string[]> {
      const fetch = boundedFetch(settings.isGuarded ? fetchOver(guarded) : upstream.fetch)
      const response = await fetch(`${settings.baseUrl}/models`, {
        headers: { authorization: `Bearer ${settings.keys[0]}`, accept: 'application/json' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(listMs)]),
      })
      if (!response.ok) throw new Error(refusalOf(response.status))
      const { data } = (await response.json()) as { data?: unknown }
      if (!Array.isArray(data)) throw new Error('it did not return a list of models')
      return data.flatMap(({ id }: { id?: unknown }) => (typeof id === 'string' ? [id] : []))
    },
    start(): void {
      if (findsOllama) ollama.start()
    },
    async stop(): Promise<void> {
      ollama.stop()
      await upstream.close()
    },
  }
}

const refusalOf = (status: number): string =>
  status === 401 || status === 403
    ? `it refuses the API key (status ${status})`
    : `it responded with status ${status}`

const unreadableImage = (url: string, why: string) =>
  new AppError('invalid_parameter', `An image in the messages cannot be loaded: ${why}`, {
    details: [
      {
        in: 'body',
        path: '/messages',
        rule: 'picture',
        message: 'must be readable',
        received: url.slice(0, 200),
      },
    ],
    hint: 'Send it as a data URL or as a file; all images together can have up to 20 MiB.',
  })
