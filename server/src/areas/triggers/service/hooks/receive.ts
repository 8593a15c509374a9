import type { Clock } from '../../../../kernel/clock.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { RawReply } from '../../../../kernel/http/endpoint.ts'
import type { NewId } from '../../../../kernel/ids.ts'
import { createRateLimit } from '../../../../kernel/limits/rate-limit.ts'
import type { Runs } from '../../../../kernel/runs/runs.ts'
import { hashToken, sameToken } from '../../../../kernel/secrets/token.ts'
import type { WebhookConfig } from '../../schema/config.ts'
import type { TriggerRow } from '../../schema/trigger.ts'
import { type AcceptedHook, acceptingHook, findDuplicate } from '../../store/invocation.ts'
import { findByToken } from '../../store/trigger.ts'
import { isSubscription } from '../config.ts'
import { fireInputOf, fireKind } from '../fire-input.ts'
import { ownerScope } from '../owner.ts'
import { triggersPaused } from '../pause.ts'
import { triggerNotFound } from '../refusals.ts'
import { challengeReply, dedupeKeyOf, parsedBody, storedHeaders, toolkitHeaders } from './content.ts'
import type { HandshakeReply } from './handshake.ts'
import type { HookSecrets } from './secrets.ts'
import { isSigned, type Received, type ReceivedHeaders, ruleOf } from './verify.ts'

// Of one URL on one node; what comes from one IP address is limited before.
const perMinute = 1_200
const maxAttempts = 3
const retryAfterSec = 300

export type HookRequest = {
  token: string
  method: 'GET' | 'POST'
  headers: ReceivedHeaders
  query: Record<string, unknown>
  /** Read only when the URL is known. */
  readBody(): Promise<Buffer>
}

export type Accepted = {
  trigger: TriggerRow
  invocationId: string
  /** The execution, once it has started on this node; null where it did not. */
  executionId: Promise<string | null>
}

export type HookResult =
  | { kind: 'challenge'; text: string }
  | { kind: 'handshake'; reply: RawReply }
  | { kind: 'ignored' }
  | { kind: 'duplicate'; invocationId: string }
  | ({ kind: 'accepted' } & Accepted)

export type ReceiveDeps = {
  db: Db
  clock: Clock
  newId: NewId
  runs: Pick<Runs, 'startHere'>
  secrets: HookSecrets
  handshake: HandshakeReply
}

/**
 * Takes events of other services. What is not signed is refused before anything is stored; what is accepted commits together with the
 * run that starts the execution, so that a server that is killed after its response loses nothing.
 */
export function createReceive({ db, clock, newId, runs, secrets, handshake }: ReceiveDeps) {
  const limit = createRateLimit({ perMinute, clock })

  async function find(token: string): Promise<TriggerRow> {
    const tokenHash = hashToken(token)
    const { isAllowed, resetSeconds } = limit.take(tokenHash)
    if (!isAllowed)
      throw new AppError('rate_limited', 'Too many requests to this webhook', {
        headers: { 'retry-after': String(resetSeconds) },
      })
    const trigger = await findByToken(db, tokenHash)
    if (!trigger) throw triggerNotFound()
    if (trigger.status !== 'active') throw triggerDisabled()
    // Services send the event again later.
    if (trigger.isPaused) throw triggersPaused('triggers_paused', retryAfterSec)
    return trigger
  }

  /** Null when the trigger has changed since it was read, or the event was stored before. */
  async function tryAccept(trigger: TriggerRow, hook: AcceptedHook): Promise<Accepted | null> {
    const input = fireInputOf(trigger, hook.id)
    const run = { kind: fireKind, input }
    const started = await runs.startHere(ownerScope(trigger), run, [acceptingHook(trigger, hook)])
    if (!started) return null
    const executionId = started.outcome.then(
      (outcome) => (outcome?.output as { executionId: string | null } | null)?.executionId ?? null,
    )
    return { trigger, invocationId: hook.id, executionId }
  }

  async function accept(found: TriggerRow, token: string, hook: AcceptedHook): Promise<HookResult> {
    for (let attempt = 1, trigger = found; attempt <= maxAttempts; attempt++) {
      const accepted = await tryAccept(trigger, hook)
      if (accepted) return { kind: 'accepted', ...accepted }
      const known = hook.dedupeKey === null ? null : await findDuplicate(db, trigger, hook.dedupeKey)
      if (known) return { kind: 'duplicate', invocationId: known }
      trigger = await find(token)
    }
    throw new AppError('version_conflict', 'The trigger is being changed', { hint: 'Send the event again.' })
  }

  /** The URL was given to the service alone, and its toolkit verifies what else the service signs. */
  async function receiveForToolkit(
    trigger: TriggerRow,
    { token, method, headers, query }: HookRequest,
    body: Buffer,
  ): Promise<HookResult> {
    const request = { method, headers: toolkitHeaders(headers), query }
    const reply = await handshake(trigger, request, body)
    if (reply) return { kind: 'handshake', reply }
    return accept(trigger, token, {
      id: newId(),
      source: 'connected_webhook',
      dedupeKey: dedupeKeyOf(null, { headers, body }, null, 'event_id_or_body'),
      payload: request,
      body,
      at: clock.now(),
    })
  }

  return {
    async receive(request: HookRequest): Promise<HookResult> {
      const { token, headers, query, readBody } = request
      const trigger = await find(token)
      const received: Received = { headers, body: await readBody() }
      if (isSubscription(trigger)) return receiveForToolkit(trigger, request, received.body)
      const config = trigger.config as WebhookConfig
      const rule = ruleOf(config)
      if (rule && !isSigned(rule, secrets.opened(trigger), received, clock.now())) throw signatureInvalid()
      const value = parsedBody(received.body, headers['content-type'] ?? '')
      const text = challengeReply(rule, value)
      if (text !== null) return { kind: 'challenge', text }
      if (rule?.setUpEvent && headers[rule.setUpEvent.header] === rule.setUpEvent.value)
        return { kind: 'ignored' }
      return accept(trigger, token, {
        id: newId(),
        source: 'local_webhook',
        dedupeKey: dedupeKeyOf(rule, received, value, config.dedupe),
        payload: { method: 'POST', headers: storedHeaders(headers), query },
        body: received.body,
        at: clock.now(),
      })
    },
    /** The challenge of services that confirm a URL with a GET request. */
    async challenge({ token, headers, query }: Omit<HookRequest, 'readBody'>): Promise<RawReply> {
      const trigger = await find(token)
      if (isSubscription(trigger)) {
        const request = { method: 'GET', headers: toolkitHeaders(headers), query }
        const reply = await handshake(trigger, request, Buffer.alloc(0))
        if (reply) return reply
      }
      const { verifyToken } = trigger.config as WebhookConfig
      const { 'hub.verify_token': received, 'hub.challenge': text } = query
      if (verifyToken === undefined || typeof received !== 'string' || !sameToken(received, verifyToken))
        throw signatureInvalid()
      return { body: typeof text === 'string' ? text : '', contentType: 'text/plain; charset=utf-8' }
    },
  }
}

export type Receive = ReturnType<typeof createReceive>

const triggerDisabled = () =>
  new AppError('trigger_disabled', 'The trigger is disabled', { hint: 'Its owner can enable it again.' })

const signatureInvalid = () =>
  new AppError('webhook_signature_invalid', 'The request is not signed with the secret of the trigger', {
    hint: 'Sign the body as it is sent, within five minutes, as the configured service does.',
  })
