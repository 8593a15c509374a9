import type { Paths } from './generated.ts'
import type {
  Arguments,
  DataOf,
  EventOf,
  Inputs,
  Method,
  Operation,
  Page,
  PathOf,
  ResultOf,
  UploadPath,
} from './operations.ts'
import type { CallOptions, Identity, WriteOptions } from './options.ts'
import type { UploadInput } from './upload.ts'

type Read<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...rest: Arguments<Operation<P, M>, CallOptions>
) => Promise<DataOf<P, M>>

type Write<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...rest: Arguments<Operation<P, M>, WriteOptions>
) => Promise<DataOf<P, M>>

export type EventOptions = CallOptions & {
  /** The number of the last event that was seen: reading begins after it. */
  lastEventId?: string | undefined
  /** How long the line may be silent before it is taken for dead; 45 seconds by default. */
  silenceMs?: number | undefined
  /** Called when a connection of the stream opens (true) and when it breaks and is being replaced (false). */
  onConnectionChange?: ((isConnected: boolean) => void) | undefined
}

/** Which method opens the stream at a path; one that is not `get` has to be named. */
type EventMethod<P extends keyof Paths> = Paths[P] extends { get: { kind: 'events' } } ? 'get' : 'post'
type EventPath = PathOf<'get', 'events'> | PathOf<'post', 'events'>
type EventExtra<M> = EventOptions & (M extends 'get' ? { method?: 'get' } : { method: M })

/** Lists whose filters are too long for a URL are read by `post`, which has to be named. */
type PageMethod<P extends keyof Paths> = Paths[P] extends { get: { kind: 'page' } } ? 'get' : 'post'
type PagePath = PathOf<'get', 'page'> | PathOf<'post', 'page'>
type PageArguments<P extends PagePath> =
  PageMethod<P> extends 'get'
    ? Arguments<Operation<P, 'get'>, CallOptions & { method?: 'get' }>
    : [options: Inputs<Operation<P, 'post'>> & CallOptions & { method: 'post' }]

/** What endpoints outside the description may be given. */
type AnyInputs = {
  params?: Readonly<Record<string, string | number>>
  query?: Readonly<Record<string, unknown>> | undefined
  body?: unknown
}

/**
 * A client. Paths are those of the documentation, parameters in braces; what they take and what they give is typed.
 * Every method throws a `StoaError`, or the reason of the signal when the caller aborted.
 */
export type Stoa = {
  /** The same client acting as that end user. */
  as(username: string): Stoa
  /** The same client for another project or with further headers. */
  with(identity: Identity): Stoa
  get: Read<'get'>
  post: Write<'post'>
  put: Write<'put'>
  patch: Write<'patch'>
  delete: Write<'delete'>
  /** One page of a list, with what there is besides. */
  page<P extends PagePath>(path: P, ...rest: PageArguments<P>): Promise<Page<ResultOf<P, PageMethod<P>>>>
  /** Every item of a list, page after page as they are needed. */
  pages<P extends PagePath>(
    path: P,
    ...rest: PageArguments<P>
  ): AsyncGenerator<ResultOf<P, PageMethod<P>>, void, undefined>
  /** The events of a stream, over as many connections as it takes to read all of it. */
  events<P extends EventPath>(
    path: P,
    ...rest: EventMethod<P> extends 'get'
      ? Arguments<Operation<P, 'get'>, EventExtra<'get'>>
      : [options: Inputs<Operation<P, 'post'>> & EventExtra<'post'>]
  ): AsyncGenerator<EventOf<P, EventMethod<P>>, void, undefined>
  /** Sends a file and reports progress. Uploads are not retried automatically. */
  upload<P extends UploadPath>(
    path: P,
    options: Omit<Inputs<Operation<P, 'post'>>, 'body'> & CallOptions & UploadInput,
  ): Promise<DataOf<P, 'post'>>
  /** The response of an endpoint that returns bytes. */
  download<P extends PathOf<'get', 'raw'>>(
    path: P,
    ...rest: Arguments<Operation<P, 'get'>, CallOptions>
  ): Promise<Response>
  /** Any path with the client's credentials, errors and, for reads, repetitions. */
  raw(method: string, path: string, options?: AnyInputs & CallOptions): Promise<Response>
}
