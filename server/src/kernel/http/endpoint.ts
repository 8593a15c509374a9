import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { AppError, ErrorCode, IgnoreFields } from '../errors.ts'
import type { Page } from '../page.ts'
import type { Scope } from '../scope.ts'
import type { UploadLimits, UploadParts } from './request/upload.ts'
import type { ErrorForm } from './response/error-form.ts'
import type { FrameStream } from './streams/frame-stream.ts'
import type { SocketHandler, SocketLimits } from './websocket/socket.ts'

/**
 * An endpoint is data. One list of them feeds routing, validation, OpenAPI and the contract tests, so that what
 * is documented, what is checked and what runs cannot drift apart.
 */
export type Endpoint = {
  method: Method
  /** Parameters in braces: `/api/v1/things/{id}`; `{name+}` takes the rest of the path, slashes included. */
  path: `/${string}`
  /** The group in the documentation. */
  area: string
  summary: string
  description?: string
  access: Access
  /** What a restricted key must carry, `area:verb`. Every endpoint that takes keys names one. */
  permission?: Permission
  /** Only admins may call it. */
  adminOnly?: boolean
  /** Only who acts for the whole installation may call it: operator keys, and its owner at the dashboard. */
  operatorOnly?: boolean
  /** An end user's own short-lived token may call it: the handler must then hold itself to that user. */
  acceptsEndUserTokens?: boolean
  /**
   * A chat token, which is bound to one agent, may call it, also from the allowed origins of its project: that of every
   * user, or only of those who are not anonymous visitors.
   */
  acceptsChatTokens?: 'all' | 'identified'
  /** A token of an MCP client, which is bound to one server, may call it: the handler must then hold itself to that server. */
  acceptsMcpTokens?: boolean
  /** How a caller without valid credentials can get some: the `WWW-Authenticate` header. */
  challenge?(path: string, host: string | undefined): string
  params?: z.ZodType
  query?: z.ZodType
  /** Other names under which a query parameter is known: `{ search: 'q' }`. */
  queryAliases?: Readonly<Record<string, string>>
  body?: z.ZodType
  /**
   * The body is a definition or a search, where a typo would change what it does: unknown fields are refused whatever the
   * caller prefers.
   */
  isExact?: boolean
  bodyLimitBytes?: number
  /** Takes `multipart/form-data` as a stream of parts: instead of a JSON body, or as the other form of it where `body` is set. */
  upload?: UploadLimits
  /** Takes the body as it comes, whatever it is, as a stream of bytes; the handler holds it to its limits. */
  takesBytes?: boolean
  response: Reply
  /** Media types that it can return besides that of `response`, for callers that accept another form. */
  alternateMediaTypes?: readonly string[]
  /** What it can return besides 200 and errors: the status, and what it means. */
  alsoReturns?: Readonly<Record<number, { description: string; isEmpty?: true }>>
  message?: string
  /** The version behind a single resource: part of its `ETag`, and compared with `If-Match`. */
  etagOf?(data: unknown): string | number
  /** The errors of the endpoint besides those of every endpoint. */
  errors?: readonly ErrorCode[]
  /** Formats errors in another form than ours. */
  errorForm?: ErrorForm
  /** Errors that the protocol it speaks has in another form, by status: the description has both. */
  protocolErrors?: Readonly<Record<number, z.ZodType>>
  example: Example
  /** A read in the guise of a POST never creates the named end user; some are reads for some bodies alone. */
  isRead?: boolean | ((body: unknown) => boolean)
  /** It calls outside services, so it must not run inside a transaction that waits for them; some do for some bodies alone. */
  callsExternalService?: boolean | ((body: unknown) => boolean)
  /**
   * Takes an `Idempotency-Key` although its response is raw: with one, its handler returns a text. It refuses a stream by
   * `refuseKeyOfStream`.
   */
  isReplayable?: boolean
  /** Its handler can begin with a scope that is `assumed`: it does nothing before the database has confirmed that. */
  confirmsAccess?: boolean
  handle(input: Input): unknown
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * - `public`: no credentials.
 * - `project`: a project key or a dashboard session; `x-username` is ignored.
 * - `end-user`: the same, acting as the end user named by `x-username`.
 * - `session`: a signed-in person at the dashboard.
 */
export type Access = 'public' | 'project' | 'end-user' | 'session'

export type Permission = `${string}:${'read' | 'write' | 'execute'}`

/** What the documentation shows, and what the contract tests send. */
export type Example = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  response?: unknown
}

export type Reply =
  | { kind: 'data'; schema: z.ZodType; isLarge?: true }
  | { kind: 'page'; schema: z.ZodType; isLarge?: true }
  | { kind: 'none' }
  | { kind: 'events'; schema: z.ZodType; names?: Readonly<Record<string, z.ZodType>> }
  | { kind: 'raw'; contentType: string; schema?: z.ZodType }
  | {
      kind: 'socket'
      sends: z.ZodType
      receives?: z.ZodType
      isRelayed?: boolean
      limits?: Partial<SocketLimits>
    }

/** The response is one value. */
export const data = <S extends z.ZodType>(schema: S) => ({ kind: 'data', schema }) as const
/** The same of one that may have thousands of parts: it is checked and written in pieces. */
export const largeData = <S extends z.ZodType>(schema: S) =>
  ({ kind: 'data', schema, isLarge: true }) as const
/** The response is one page of a list; the handler returns a `Page`. */
export const page = <S extends z.ZodType>(schema: S) => ({ kind: 'page', schema }) as const
export const largePage = <S extends z.ZodType>(schema: S) =>
  ({ kind: 'page', schema, isLarge: true }) as const
/** The response is the envelope without `data`. */
export const none = () => ({ kind: 'none' }) as const
/** The response is a stream of server-sent events; the handler returns an async iterable of them. */
export const events = <S extends z.ZodType>(schema: S) => ({ kind: 'events', schema }) as const
/** The same of events that differ by their names. */
export const namedEvents = (names: Readonly<Record<string, z.ZodType>>) =>
  ({ kind: 'events', schema: z.union(Object.values(names)), names }) as const
/** The response is bytes or text outside the envelope; a shape is for the description alone. */
export const raw = (contentType: string, schema?: z.ZodType) =>
  ({ kind: 'raw', contentType, ...(schema ? { schema } : {}) }) as const

/**
 * The connection becomes a WebSocket. The handler is called before the upgrade, so what it refuses is an ordinary
 * error, and returns the function that talks; without `receives` the client may only listen.
 */
export const socket = <Out extends z.ZodType, In extends z.ZodType = z.ZodNever>(
  sends: Out,
  { receives, ...limits }: { receives?: In } & Partial<SocketLimits> = {},
) => ({ kind: 'socket', sends, limits, ...(receives ? { receives } : {}) }) as SocketReply<Out, In>

/**
 * The same for a protocol that another process speaks. The handler gets the bytes of each message and nothing is checked;
 * `receives` is for the description alone.
 */
export const relayedSocket = <Out extends z.ZodType>(
  sends: Out,
  options: { receives: z.ZodType } & Partial<SocketLimits>,
) => ({ ...socket(sends, options), isRelayed: true }) as SocketReply<Out, z.ZodType<Buffer>>

type SocketReply<Out extends z.ZodType, In extends z.ZodType> = {
  kind: 'socket'
  sends: Out
  receives?: In
  isRelayed?: boolean
  limits: Partial<SocketLimits>
}

/** One server-sent event. */
export type ServerEvent = {
  id?: string
  event?: string
  data: unknown
  /** Written in pieces, while other requests are served. */
  isLarge?: boolean
}

export type RawReply = {
  status?: number
  body: string | Buffer | Readable | FrameStream
  contentType?: string
  headers?: Record<string, string>
}

const insteadBrand = Symbol('instead')

/** Bytes or text in place of the endpoint's usual response, for a caller that requested another form. */
export type InsteadReply = RawReply & { readonly [insteadBrand]: true }

export const rawReply = (reply: RawReply): InsteadReply => ({ ...reply, [insteadBrand]: true })

const eventsBrand = Symbol('events')

/** How a stream differs from our own, for clients of another interface. */
export type EventFraming = {
  /** Before the first event; the time after which a browser reconnects, unless given. */
  first?: string
  /** Behind the last event of a stream that ended by itself. */
  last?: string
  /** Keeps a quiet connection open. */
  ping?: string
  /** A client that takes the end of a stream for the end of its content is cut off when the server stops, to reconnect. */
  isCutOnStop?: boolean
  errorEvent?(error: AppError, requestId: string): ServerEvent
}

/** Events in place of the endpoint's usual response, or framed in another way. */
export type EventsReply = {
  source: AsyncIterable<ServerEvent>
  framing: EventFraming
  readonly [eventsBrand]: true
}

export const eventsReply = (source: AsyncIterable<ServerEvent>, framing: EventFraming = {}): EventsReply => ({
  source,
  framing,
  [eventsBrand]: true,
})

export const isEventsReply = (result: unknown): result is EventsReply =>
  typeof result === 'object' && result !== null && eventsBrand in result

export const isRawReply = (result: unknown): result is InsteadReply =>
  typeof result === 'object' && result !== null && insteadBrand in result

export type Input = {
  scope: Scope
  params: unknown
  query: unknown
  body: unknown
  /** The parts of a multipart body, to be read in order; none where the body is JSON. */
  upload: UploadParts
  /** The body of an endpoint that takes bytes; else empty. */
  bytes: Readable
  /** The versions of `If-Match`; null when the header is absent or `*`. */
  ifMatch: readonly string[] | null
  lastEventId: string | null
  /** Aborted when the client disconnects; for streams also when the key is revoked or the server stops. */
  signal: AbortSignal
  headers: Readonly<Record<string, string | undefined>>
  /** Adds a header to the response. */
  setHeader(name: string, value: string): void
  /** For fields of the body that only the handler knows to be unknown: named to the caller, or refused if strict. */
  ignoreFields: IgnoreFields
}

type Shape = z.ZodType | undefined
type Parsed<S extends Shape> = S extends z.ZodType ? z.output<S> : undefined

type Returned<R extends Reply> = R extends { kind: 'data'; schema: infer S extends z.ZodType }
  ? z.input<S>
  : R extends { kind: 'page'; schema: infer S extends z.ZodType }
    ? Page<z.input<S>>
    : R extends { kind: 'events' }
      ? AsyncIterable<ServerEvent>
      : R extends { kind: 'raw' }
        ? RawReply
        : R extends SocketReply<infer Out, infer In>
          ? SocketHandler<z.output<In>, z.input<Out>>
          : void

type TypedEndpoint<P extends Shape, Q extends Shape, B extends Shape, R extends Reply> = Omit<
  Endpoint,
  'params' | 'query' | 'body' | 'response' | 'handle' | 'etagOf'
> & {
  params?: P
  query?: Q
  body?: B
  response: R
  etagOf?(data: Returned<R>): string | number
  handle(
    input: Omit<Input, 'params' | 'query' | 'body'> & {
      params: Parsed<P>
      query: Parsed<Q>
      body: Parsed<B>
    },
  ): Promise<Handled<R>> | Handled<R>
}

type Handled<R extends Reply> = Returned<R> | InsteadReply | EventsReply

/** Only infers the types: the list of endpoints stays plain data. */
export const endpoint = <
  R extends Reply,
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends Shape = undefined,
>(
  definition: TypedEndpoint<P, Q, B, R>,
): Endpoint => definition as unknown as Endpoint
