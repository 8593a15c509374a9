import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Clock } from '../../clock.ts'
import { AppError } from '../../errors.ts'
import type { Client } from '../auth/client.ts'

export const hopHeader = 'x-stoa-hop'

/** What comes from another node of this installation: the request of a client, which it names, or a call by the node itself. */
export type Hop = { kind: HopKind; client: Client; bodyHash: string }

type HopKind = 'request' | 'call'

export type HopDeps = { clock: Clock; key: Buffer }

type Signed = Pick<IncomingMessage, 'method' | 'url'>

// Clocks of nodes need not agree to the second. Within it a copy of the request says the same as the request itself.
const maxAgeMs = 60_000

const hashOf = (body: Buffer | null): string =>
  createHash('sha256')
    .update(body ?? '')
    .digest('base64url')

/**
 * Marks requests between nodes. Those of clients carry the credentials of their caller and are checked by both nodes; what
 * the signature adds is who the client is, and that the request is not forwarded again. A call has no other credentials.
 */
export function createHops({ clock, key }: HopDeps) {
  const macOf = ({ method, url }: Signed, claims: string): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([method, url, claims]))
      .digest()

  return {
    sign(request: Signed, client: Client, body: Buffer | null, kind: HopKind = 'request'): string {
      const signed: Claims = [clock.now().getTime(), client.ip, client.isHttps, hashOf(body), kind]
      const claims = Buffer.from(JSON.stringify(signed)).toString('base64url')
      return `${claims}.${macOf(request, claims).toString('base64url')}`
    },
    /** Null for a request that comes from its client; throws for one that only claims to come from a node. */
    read(request: IncomingMessage): Hop | null {
      const header = request.headers[hopHeader]
      if (header === undefined) return null
      const [claims = '', signature = ''] = String(header).split('.')
      const [expected, received] = [macOf(request, claims), Buffer.from(signature, 'base64url')]
      if (received.length !== expected.length || !timingSafeEqual(received, expected)) throw notSigned()
      const [at, ip, isHttps, bodyHash, kind = 'request'] = JSON.parse(
        Buffer.from(claims, 'base64url').toString(),
      ) as Claims
      if (Math.abs(clock.now().getTime() - at) > maxAgeMs) throw notSigned()
      return { kind, client: { ip, isHttps }, bodyHash }
    },
    checkBody({ bodyHash }: Hop, body: Buffer | null): void {
      if (hashOf(body) !== bodyHash) throw notSigned()
    },
  }
}

// A node of the version before does not say which kind it is.
type Claims = [at: number, ip: string, isHttps: boolean, bodyHash: string, kind?: HopKind]

export type Hops = ReturnType<typeof createHops>

const notSigned = () =>
  new AppError('malformed_request', `The header ${hopHeader} is not of a node of this installation`, {
    hint: 'Remove the header. Between nodes, check that STOA_SECRET_KEY and the clocks are the same.',
  })
