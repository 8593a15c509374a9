import type { IncomingHttpHeaders } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createGzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sessionCookie } from '../auth/credentials.ts'

// Below this the headers that say so outweigh what is saved.
const leastBytes = 1024
const compressible =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|x-ndjson|javascript|xml)\b|image\/svg\+xml)/i

const brotli = promisify(brotliCompress)
const encoders = {
  // The quality at which brotli is as fast as gzip; both run in a separate thread.
  br: (body: Buffer) =>
    brotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: promisify<Buffer, Buffer>(gzip),
}
export type Encoding = keyof typeof encoders

/**
 * Compresses responses for clients that accept it: texts, JSON and streams of them. Not what is compressed already,
 * parts of files, event streams (each event must be sent immediately) or responses to `HEAD`.
 *
 * The size of a compressed response reveals how much of a guess it repeats, so a response must not contain a secret
 * beside something that another site chose. Another site can only make a browser send a request with its cookie; such
 * responses, and those that set a cookie, are sent as they are. A caller with a key in a header cannot be triggered by
 * another site.
 */
export function addCompression(server: FastifyInstance): void {
  // By the very buffer: pages and the description are the same ones each time.
  const known = new WeakMap<Buffer, Partial<Record<Encoding, Promise<Buffer>>>>()

  function compressed(body: Buffer, encoding: Encoding): Promise<Buffer> {
    const variants = known.get(body) ?? {}
    known.set(body, variants)
    variants[encoding] ??= encoders[encoding](body)
    return variants[encoding]
  }

  async function compress(reply: FastifyReply, payload: unknown, encoding: Encoding): Promise<unknown> {
    weakenEtag(reply)
    reply.removeHeader('content-length')
    if (typeof payload === 'string' || Buffer.isBuffer(payload)) {
      const body = typeof payload === 'string' ? Buffer.from(payload) : payload
      const packed = await compressed(body, encoding)
      reply.header('content-encoding', encoding)
      return packed
    }
    // A stream of a length that is not known, such as an export: gzip passes on what it has as it proceeds.
    reply.header('content-encoding', 'gzip')
    const packed = createGzip()
    pipeline(payload as Readable, packed, () => undefined)
    return packed
  }

  // Takes a callback, because most responses are sent as they are and a promise would cost them.
  server.addHook('onSend', (request, reply, payload: unknown, done) => {
    if (!noteVariants(reply, payload) || request.method === 'HEAD' || reply.statusCode === 304)
      return done(null, payload)
    const encoding = chosenEncoding(request.headers['accept-encoding'])
    if (encoding === null || isCrossSiteRequest(request.headers)) return done(null, payload)
    compress(reply, payload, encoding).then((packed) => done(null, packed), done)
  })
}

/**
 * Sets `Vary` where the response has several encodings: also in one without a body, by which a cache validates the
 * response that it has.
 */
export function noteVariants(reply: FastifyReply, payload: unknown): boolean {
  const hasVariants =
    reply.statusCode === 304 ? !reply.hasHeader('accept-ranges') : isCandidate(reply, payload)
  if (hasVariants) addVary(reply)
  return hasVariants
}

function isCandidate(reply: FastifyReply, payload: unknown): boolean {
  if (reply.statusCode === 206 || reply.statusCode === 204) return false
  if (!compressible.test(String(reply.getHeader('content-type') ?? ''))) return false
  if (['content-encoding', 'content-range', 'set-cookie'].some((name) => reply.hasHeader(name))) return false
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length >= leastBytes
  // A stream of known length is a file, of which ranges may be requested.
  return (
    payload !== null &&
    payload !== undefined &&
    !reply.hasHeader('content-length') &&
    !reply.hasHeader('accept-ranges')
  )
}

const isCrossSiteRequest = ({ cookie, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean =>
  cookie?.includes(`${sessionCookie}=`) === true && site !== undefined && site !== 'same-origin'

function addVary(reply: FastifyReply): void {
  const vary = reply.getHeader('vary')
  reply.header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding')
}

/** The same content in other bytes: caches may take one for the other, but not parts of them. */
function weakenEtag(reply: FastifyReply): void {
  const etag = reply.getHeader('etag')
  if (typeof etag === 'string' && !etag.startsWith('W/')) reply.header('etag', `W/${etag}`)
}

/** The best of ours that the client takes; null when it takes none. */
function chosenEncoding(header: string | string[] | undefined): Encoding | null {
  const accepted = acceptedEncodings(header)
  if (accepted.has('br')) return 'br'
  return accepted.has('gzip') || accepted.has('x-gzip') || accepted.has('*') ? 'gzip' : null
}

/** Names without `q=0`, which refuses an encoding. `*` matches those that are not named, which may include gzip. */
export function acceptedEncodings(header: string | string[] | undefined): Set<string> {
  const parts = String(header ?? '')
    .toLowerCase()
    .split(',')
  const isRefused = (part: string) => /;\s*q=0(\.0*)?\s*$/.test(part)
  const nameOf = (part: string) => part.split(';')[0]!.trim()
  const accepted = new Set(parts.filter((part) => !isRefused(part)).map(nameOf))
  if (parts.some((part) => isRefused(part) && nameOf(part) === 'gzip')) accepted.delete('*')
  return accepted
}
