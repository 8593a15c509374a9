import { z } from 'zod'
import { AppError } from '../../../kernel/errors.ts'
import type { PiecePool } from '../host/pool.ts'
import type { AppWebhookInput } from '../protocol/messages.ts'
import type { LoadedPiece } from './perform.ts'

/** A request of a service, its account and the response it expects immediately. */
const Parsed = z.object({
  event: z.string().max(500).optional(),
  identifierValue: z.coerce.string().max(500).optional(),
  reply: z
    .object({
      headers: z.record(z.string(), z.string()).catch({}),
      body: z.unknown(),
    })
    .optional(),
})
export type ParsedAppWebhook = z.output<typeof Parsed>

export type AppWebhooks = {
  /** Whether the toolkit receives webhooks at one URL for all accounts. */
  hasAppWebhook(toolkitSlug: string): Promise<boolean>
  /** The account and the event: the listeners of triggers are found by both. */
  parseAppWebhook(toolkitSlug: string, input: AppWebhookInput): Promise<ParsedAppWebhook>
  /** Whether it was signed with the secret that the service and the operator share. */
  verifyAppWebhook(toolkitSlug: string, input: AppWebhookInput): Promise<boolean>
}

type AppWebhookDeps = { pieces(): Promise<ReadonlyMap<string, LoadedPiece>>; pool: PiecePool }

// It only reads its input, and the service waits for the response.
const timeoutMs = 5_000
/** No one's process: what comes from a service is no one's before it is known whose it is. */
const caller = { projectId: 'app-webhook', userId: 'app-webhook' }

/** The part of a piece that receives for all accounts. It has no access to the network or to stored values. */
export function createAppWebhooks({ pieces, pool }: AppWebhookDeps): AppWebhooks {
  async function request(slug: string, hook: 'parseAndReply' | 'verify', input: AppWebhookInput) {
    const piece = (await pieces()).get(slug)
    if (!piece?.entry.hasAppWebhook)
      throw new AppError('toolkit_not_found', 'No toolkit with this slug receives webhooks')
    const result = await pool.work(caller, piece.bundle, {
      order: { op: 'work', work: { kind: 'app-webhook', hook, input } },
      timeoutMs,
      signal: new AbortController().signal,
      serve: () => Promise.reject(new Error('requests are not available here')),
    })
    if (result.kind === 'done' && result.done.ok) return result.done.value
    const why = result.kind === 'done' && !result.done.ok ? result.done.failure.message : result.kind
    throw new AppError('upstream_error', `${slug} could not read what its service sent: ${why.slice(0, 200)}`)
  }
  return {
    hasAppWebhook: async (slug) => (await pieces()).get(slug)?.entry.hasAppWebhook === true,
    async parseAppWebhook(slug, input) {
      const parsed = Parsed.safeParse((await request(slug, 'parseAndReply', input)) ?? {})
      return parsed.success ? parsed.data : {}
    },
    // Anything but a plain yes is a no.
    verifyAppWebhook: async (slug, input) => (await request(slug, 'verify', input)) === true,
  }
}
