import { createByteCache } from '../../../../kernel/byte-cache.ts'
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
import { type AcceptedHook, acceptingHook, findDuplicate } from '../../store/accepted-hook.ts'
import { isDeadHook } from '../../store/dead-hook.ts'
import { findByToken } from '../../store/trigger.ts'
import { isSubscription } from '../config.ts'
import { fireInputOf, fireKind } from '../fire-input.ts'
import { ownerScope } from '../owner.ts'
import { triggersPaused } from '../pause.ts'
import { triggerNotFound } from '../refusals.ts'
import {
  challengeReply,
  dedupeKeyOf,
  dedupeOf,
  parsedBody,
  storedHeaders,
  toolkitHeaders,
} from './content.ts'
import type { Decide } from './decide.ts'
import type { HandshakeReply } from './handshake.ts'
import type { Accepted, HookResult } from './result.ts'
import type { HookSecrets } from './secrets.ts'
import { isSigned, type Received, type ReceivedHeaders, ruleOf } from './verify.ts'

// Of one URL on one node; what comes from one IP address is limited before.
const perMinute = 1_200
const maxAttempts = 3
const retryAfterSec = 300
const cacheBytes = 4 * 1024 * 1024
const bytesEach = 4_000

export type HookRequest = {
  token: string
  method: 'GET' | 'POST'
  headers: ReceivedHeaders
  query: Record<string, unknown>
  /** Read only when the URL is known. */
  readBody(): Promise<Buffer>
}

export type ReceiveDeps = {
  db: Db
  clock: Clock
  newId: NewId
  runs: Pick<Runs, 'startHere'>
  secrets: HookSecrets
  handshake: HandshakeReply
  decide: Decide
}

/**
 * Takes events of other services. What is not signed is refused before anything is stored; what is accepted commits together with the
 * run that starts the execution, so that a server that is killed after its response loses nothing.
 */
export function createReceive({ db, clock, newId, runs, secrets, handshake, decide }: ReceiveDeps) {
  const limit = createRateLimit({ perMinute, clock })
  /** Triggers that got events last, by their token. That they are still the same is demanded by what stores an event. */
  const known = createByteCache<TriggerRow>(cacheBytes)

  function refuseFlood(tokenHash: string): void {
    const { isAllowed, resetSeconds } = limit.take(tokenHash)
    if (!isAllowed)
      throw new AppError('rate_limited', 'Too many requests to this webhook', {
        headers: { 'retry-after': String(resetSeconds) },
      })
  }

  /** As it is now. */
  async function find(tokenHash: string): Promise<TriggerRow> {
    const trigger = await findByToken(db, tokenHash)
    if (!trigger) throw (await isDeadHook(db, tokenHash)) ? triggerGone() : triggerNotFound()
    if (trigger.status !== 'active') throw triggerDisabled()
    // Services send the event again later.
    if (trigger.isPaused) throw triggersPaused('triggers_paused', retryAfterSec)
    if (!isSubscription(trigger)) known.set(tokenHash, trigger, bytesEach)
    return trigger
  }

  /** Null when the trigger has changed since it was read, or the event was stored before. */
  async function tryAccept(trigger: TriggerRow, hook: AcceptedHook): Promise<Accepted | null> {
    const input = fireInputOf(trigger, hook.id)
    const run = { kind: fireKind, input }
    const started = await runs.startHere(ownerScope(trigger), run, [acceptingHook(trigger, hook)])
    if (!started) return null
    const execution = started.outcome.then((outcome) => {
      const executionId = (outcome?.output as { executionId: string | null } | null)?.executionId
      return executionId ? { executionId } : null
    })
    return { trigger, invocationId: hook.id, started: execution }
  }

  async function accept(found: TriggerRow, tokenHash: string, hook: AcceptedHook): Promise<HookResult> {
    for (let attempt = 1, trigger = found; attempt <= maxAttempts; attempt++) {
      const accepted = await tryAccept(trigger, hook)
      if (accepted) return { kind: 'accepted', ...accepted }
      const duplicate = await duplicateOf(trigger, hook)
      if (duplicate) return duplicate
      trigger = await find(tokenHash)
    }
    throw new AppError('version_conflict', 'The trigger is being changed', { hint: 'Send the event again.' })
  }

  async function duplicateOf(trigger: TriggerRow, { dedupeKey }: AcceptedHook): Promise<HookResult | null> {
    const invocationId = dedupeKey === null ? null : await findDuplicate(db, trigger, dedupeKey)
    return invocationId === null ? null : { kind: 'duplicate', invocationId }
  }

  /** The event of a request that is signed with the secret of the trigger; null where it is not. */
  function eventIn(trigger: TriggerRow, { headers, query }: HookRequest, body: Buffer) {
    const config = trigger.config as WebhookConfig
    const rule = ruleOf(config)
    const received: Received = { headers, body }
    if (rule && !isSigned(rule, secrets.opened(trigger), received, clock.now())) return null
    const value = parsedBody(body, headers['content-type'] ?? '')
    const challenge = challengeReply(rule, value)
    const isSetUp = !!rule?.setUpEvent && headers[rule.setUpEvent.header] === rule.setUpEvent.value
    const hook: AcceptedHook = {
      id: newId(),
      source: 'local_webhook',
      dedupeKey: dedupeKeyOf(rule, received, value, dedupeOf(config)),
      payload: { method: 'POST', headers: storedHeaders(headers), query },
      body,
      at: clock.now(),
    }
    return { value, challenge, isSetUp, hook }
  }

  /** As far as nothing prevents it, for a trigger that was read earlier; else null or `refused`, and nothing was written. */
  async function receiveEarly(
    trigger: TriggerRow,
    request: HookRequest,
    body: Buffer,
  ): Promise<HookResult | 'refused' | null> {
    const event = eventIn(trigger, request, body)
    if (!event || event.challenge !== null || event.isSetUp) return null
    const accepted = await decide(trigger, event.hook, event.value)
    return accepted ? { kind: 'accepted', ...accepted } : 'refused'
  }

  /** The URL was given to the service alone, and its toolkit verifies what else the service signs. */
  async function receiveForToolkit(
    trigger: TriggerRow,
    tokenHash: string,
    { method, headers, query }: HookRequest,
    body: Buffer,
  ): Promise<HookResult> {
    const request = { method, headers: toolkitHeaders(headers), query }
    const reply = await handshake(trigger, request, body)
    if (reply) return { kind: 'handshake', reply }
    return accept(trigger, tokenHash, {
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
      const tokenHash = hashToken(request.token)
      refuseFlood(tokenHash)
      const found = known.get(tokenHash) ?? (await find(tokenHash))
      const body = await request.readBody()
      if (isSubscription(found)) return receiveForToolkit(found, tokenHash, request, body)
      const early = await receiveEarly(found, request, body)
      if (early && early !== 'refused') return early
      // Every refusal is one of what is so now.
      const trigger = await find(tokenHash)
      const event = eventIn(trigger, request, body)
      if (!event) throw signatureInvalid()
      if (event.challenge !== null) return { kind: 'challenge', text: event.challenge }
      if (event.isSetUp) return { kind: 'ignored' }
      const duplicate = early === 'refused' ? await duplicateOf(trigger, event.hook) : null
      return duplicate ?? accept(trigger, tokenHash, event.hook)
    },
    /** The challenge of services that confirm a URL with a GET request. */
    async challenge({ token, headers, query }: Omit<HookRequest, 'readBody'>): Promise<RawReply> {
      const tokenHash = hashToken(token)
      refuseFlood(tokenHash)
      const trigger = await find(tokenHash)
      if (isSubscription(trigger)) {
        const request = { method: 'GET', headers: toolkitHeaders(headers), query }
        const reply = await handshake(trigger, request, Buffer.alloc(0))
        if (reply) return reply
      }
      const { verifyToken } = trigger.config as WebhookConfig
      const { 'hub.verify_token': received, 'hub.challenge': text } = query
      if (verifyToken === undefined) throw calledWithGet()
      if (typeof received !== 'string' || !sameToken(received, verifyToken)) throw tokenInvalid()
      return { body: typeof text === 'string' ? text : '', contentType: 'text/plain; charset=utf-8' }
    },
  }
}

export type Receive = ReturnType<typeof createReceive>

const triggerDisabled = () =>
  new AppError('trigger_disabled', 'The trigger is disabled', { hint: 'Its owner can enable it again.' })

// Most services remove a webhook upon this status.
const triggerGone = () => new AppError('trigger_disabled', 'The trigger was deleted')

const calledWithGet = () =>
  new AppError('method_not_allowed', 'Webhooks are called with POST', {
    hint: 'If the service confirms the URL with a GET request, set verifyToken of the trigger.',
    headers: { allow: 'POST' },
  })

const tokenInvalid = () =>
  new AppError('webhook_signature_invalid', 'hub.verify_token is not the verifyToken of the trigger', {
    hint: 'Set the same token at the service and in triggerConfig.',
  })

const signatureInvalid = () =>
  new AppError('webhook_signature_invalid', 'The request is not signed with the secret of the trigger', {
    hint: 'Sign the body as it is sent, within five minutes, as the configured service does.',
  })
