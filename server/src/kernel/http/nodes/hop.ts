import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Clock } from '../../clock.ts'
import { AppError } from '../../errors.ts'
import type { Client } from '../auth/client.ts'
import { createUsedOnce } from './used-once.ts'

export const hopHeader = 'x-stoa-hop'

/** What comes from another node of this installation: the request of a client, which it names, or a call by the node itself. */
export type Hop = { kind: HopKind; client: Client; bodyHash: string }

type HopKind = 'request' | 'call'

export type HopDeps = { clock: Clock; key: Buffer; maxRemembered?: number }

type Signed = Pick<IncomingMessage, 'method' | 'url'>

// Clocks of nodes need not agree to the second. Within it the id of a request is remembered, so that a copy is refused.
const maxAgeMs = 60_000
const idBytes = 16
// Nodes send far fewer requests to one another in two minutes; those of others are not signed and not remembered.
const defaultMaxRemembered = 100_000

const hashOf = (body: Buffer | null): string =>
  createHash('sha256')
    .update(body ?? '')
    .digest('base64url')

/**
 * Marks requests between nodes. Those of clients carry the credentials of their caller and are checked by both nodes; what
 * the signature adds is who the client is, and that the request is not forwarded again. A call has no other credentials.
 */
export function createHops({ clock, key, maxRemembered = defaultMaxRemembered }: HopDeps) {
  const received = createUsedOnce({ max: maxRemembered })
  const macOf = ({ method, url }: Signed, claims: string): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([method, url, claims]))
      .digest()

  return {
    sign(request: Signed, client: Client, body: Buffer | null, kind: HopKind = 'request'): string {
      const id = randomBytes(idBytes).toString('base64url')
      const signed: Claims = [clock.now().getTime(), client.ip, client.isHttps, hashOf(body), kind, id]
      const claims = Buffer.from(JSON.stringify(signed)).toString('base64url')
      return `${claims}.${macOf(request, claims).toString('base64url')}`
    },
    /** Null for a request that comes from its client; throws for one that only claims to come from a node. */
    read(request: IncomingMessage): Hop | null {
      const header = request.headers[hopHeader]
      if (header === undefined) return null
      const [claims = '', signature = ''] = String(header).split('.')
      const [expected, mac] = [macOf(request, claims), Buffer.from(signature, 'base64url')]
      if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) throw notSigned()
      const [at, ip, isHttps, bodyHash, kind = 'request', id] = JSON.parse(
        Buffer.from(claims, 'base64url').toString(),
      ) as Claims
      const now = clock.now().getTime()
      if (Math.abs(now - at) > maxAgeMs) throw notSigned()
      if (id !== undefined) refuseCopies(received.take(id, { now, until: at + maxAgeMs }))
      return { kind, client: { ip, isHttps }, bodyHash }
    },
    checkBody({ bodyHash }: Hop, body: Buffer | null): void {
      if (hashOf(body) !== bodyHash) throw notSigned()
    },
  }
}

// Nodes of versions before do not say which kind it is, or send no id: what they sent can be sent again within the minute.
type Claims = [at: number, ip: string, isHttps: boolean, bodyHash: string, kind?: HopKind, id?: string]

export type Hops = ReturnType<typeof createHops>

const notSigned = () =>
  new AppError('malformed_request', `The header ${hopHeader} is not of a node of this installation`, {
    hint: 'Remove the header. Between nodes, check that STOA_SECRET_KEY and the clocks are the same.',
  })

function refuseCopies(seen: 'first' | 'again' | 'full'): void {
  if (seen === 'again')
    throw new AppError('malformed_request', `The header ${hopHeader} has been used before`, {
      hint: 'Nodes sign every request separately. If no proxy between nodes repeats requests, someone who reads that network does: set STOA_NODE_URL to an https: URL.',
    })
  if (seen === 'full')
    throw new AppError('service_unavailable', 'Too many requests of other nodes at the moment', {
      hint: 'Try again in a moment.',
      headers: { 'retry-after': '1' },
    })
}
