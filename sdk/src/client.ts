import { errorOfEnvelope, isRecord, isStoaError, parsed, unexpectedResponse } from './error.ts'
import { type EventCall, readEvents } from './event-stream.ts'
import { type Identity, refuseKeyInBrowser, type StoaOptions, type WriteOptions } from './options.ts'
import { readPages } from './paging.ts'
import { createCsrf, opensSession } from './session.ts'
import type { Stoa } from './stoa.ts'
import { createTransport, type Outgoing } from './transport.ts'
import { randomName, type UploadInput } from './upload.ts'
import type { Params, Query } from './url.ts'

/** The options of any call: which of them an endpoint takes is known to the types alone. */
type AnyCall = WriteOptions & { params?: Params; query?: Query; body?: unknown; method?: string }
type Envelope = Record<string, unknown>

const bytesType = 'application/octet-stream'

/** A client of one server. It holds no connection: it may be reused forever or discarded at any time. */
export function createStoa(options: StoaOptions = {}): Stoa {
  for (const key of [options.apiKey, options.token])
    if (typeof key === 'string') refuseKeyInBrowser(key, options.dangerouslyAllowBrowser)
  const { username, projectId, headers } = options
  const transport = createTransport(options)
  const sessionPath = '/api/v1/auth/session'
  const csrf = createCsrf(() =>
    transport
      .send({ method: 'GET', path: sessionPath, isRepeatable: true }, {}, readEnvelope)
      .then(({ data }) => data),
  )

  function clientOf(identity: Identity): Stoa {
    const outgoing = (method: string, path: string, call: AnyCall, isKeyed: boolean): Outgoing => {
      const isRead = method === 'GET'
      const { ifMatch, idempotencyKey, body, ...rest } = call
      const isBytes = body instanceof Blob
      // Bytes are identified by their URL: sending them again needs no idempotency key.
      const isOnce = !isRead && !isBytes && isKeyed && !opensSession(path)
      return {
        ...rest,
        method,
        path,
        isRepeatable: isRead || isOnce || (isBytes && method === 'PUT'),
        body: body === undefined || isBytes ? body : JSON.stringify(body),
        headers: {
          ...(body === undefined ? {} : { 'content-type': isBytes ? bytesType : 'application/json' }),
          ...(isOnce ? { 'idempotency-key': idempotencyKey ?? randomName() } : {}),
          ...(ifMatch === undefined ? {} : { 'if-match': etagOf(ifMatch) }),
          ...call.headers,
        },
      }
    }

    /** A signed-in page proves that a change is its own; a token from before the last sign-in is replaced once. */
    async function proven<T>(call: Outgoing, send: (call: Outgoing) => Promise<T>): Promise<T> {
      if (!transport.isSession || call.method === 'GET' || opensSession(call.path)) return send(call)
      const withToken = async () => {
        const token = await csrf.token()
        return token === null ? call : { ...call, headers: { ...call.headers, 'x-csrf-token': token } }
      }
      try {
        return await send(await withToken())
      } catch (error) {
        if (!isStoaError(error) || error.code !== 'csrf_token_required') throw error
        csrf.forget()
        return send(await withToken())
      }
    }

    const exchange = async (call: Outgoing): Promise<Envelope> => {
      const envelope = await proven(call, (each) => transport.send(each, identity, readEnvelope))
      if (transport.isSession) csrf.note(call.path, envelope.data)
      return envelope
    }
    const response = (call: Outgoing): Promise<Response> =>
      proven(call, (each) => transport.send(each, identity, async (response) => response))
    const dataOf =
      (method: string) =>
      async (path: string, call: AnyCall = {}): Promise<unknown> =>
        (await exchange(outgoing(method, path, call, true))).data
    const page = async (path: string, { method = 'get', ...call }: AnyCall = {}) => {
      const {
        success: _,
        message: __,
        ...found
      } = await exchange(outgoing(method.toUpperCase(), path, call, true))
      return found
    }
    const raw = (method: string, path: string, call: AnyCall = {}) =>
      response(outgoing(method.toUpperCase(), path, call, false))

    const client = {
      as: (name: string) => clientOf({ ...identity, username: name }),
      with: (other: Identity) =>
        clientOf({ ...identity, ...other, headers: { ...identity.headers, ...other.headers } }),
      get: dataOf('GET'),
      post: dataOf('POST'),
      put: dataOf('PUT'),
      patch: dataOf('PATCH'),
      delete: dataOf('DELETE'),
      page,
      pages: (path: string, call: AnyCall = {}) => {
        // Where a list is read by `post`, the cursor is in the body.
        const location = call.method === 'post' ? 'body' : 'query'
        return readPages(
          (call[location] ?? {}) as Query,
          (next) => page(path, { ...call, [location]: next }) as never,
        )
      },
      events: async function* (path: string, { method = 'get', ...call }: AnyCall & Partial<EventCall> = {}) {
        const first = outgoing(method.toUpperCase(), path, call, false)
        const ready = await proven(first, async (each) => each)
        yield* readEvents(transport, identity, { ...ready, ...eventOptions(call) })
      },
      upload: async (
        path: string,
        { file, name, type, part, fields, onProgress, ...call }: AnyCall & UploadInput,
      ) => {
        const input = { file, name, type, part, fields, onProgress }
        const sent = await proven(outgoing('POST', path, call, false), (each) =>
          transport.upload(each, identity, input, readEnvelope),
        )
        return sent.data
      },
      download: (path: string, call: AnyCall = {}) => raw('GET', path, call),
      raw,
    }
    return client as unknown as Stoa
  }

  return clientOf({ username, projectId, headers })
}

const eventOptions = ({ lastEventId, silenceMs, onConnectionChange }: Partial<EventCall>) => ({
  lastEventId,
  silenceMs,
  onConnectionChange,
})

async function readEnvelope(response: Response): Promise<Envelope> {
  const text = await response.text()
  const body = parsed(text)
  if (isRecord(body) && body.success === true) return body
  throw errorOfEnvelope(body, response) ?? unexpectedResponse(response, text)
}

const etagOf = (version: string | number) =>
  /^(\*|(W\/)?".*")$/.test(String(version)) ? String(version) : `"${version}"`
