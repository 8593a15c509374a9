import type { FetchLike } from '../../../kernel/net/upstream.ts'
import { operatorProvider, type ProviderSettings } from './registry.ts'

const defaultAddress = 'http://localhost:11434'
const probeMs = 1_000
const everyMs = 60_000

/**
 * Looks every minute whether an Ollama server runs on this machine. Calls never wait for it: they take what the last look
 * has found.
 */
export function createOllamaFinder(fetch: FetchLike, address = defaultAddress) {
  let found: ProviderSettings | null = null
  let first: NodeJS.Immediate | null = null
  let timer: NodeJS.Timeout | null = null

  async function look(): Promise<void> {
    try {
      const response = await fetch(`${address}/api/version`, { signal: AbortSignal.timeout(probeMs) })
      const { version } = (await response.json()) as { version?: unknown }
      found =
        typeof version === 'string' ? operatorProvider({ name: 'ollama', baseUrl: address, keys: [] }) : null
    } catch {
      found = null
    }
  }

  return {
    current: () => found,
    look,
    /** Looks once the caller is done: a start that waits for it would first load the HTTP classes of Node. */
    start(): void {
      first ??= setImmediate(look)
      timer ??= setInterval(look, everyMs).unref()
    },
    stop(): void {
      if (first) clearImmediate(first)
      if (timer) clearInterval(timer)
    },
  }
}
