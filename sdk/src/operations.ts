import type { StreamEvent } from './event-parser.ts'
import type { Paths } from './generated.ts'

/** Reads what the generated description says about a path: nothing here exists at run time. */
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
type Kind = 'data' | 'page' | 'none' | 'events' | 'raw'
type Json = 'data' | 'page' | 'none'

/** The paths with this method and this kind of response. */
export type PathOf<M extends Method, K extends Kind = Json> = {
  [P in keyof Paths]: Paths[P] extends Record<M, { kind: K }> ? P : never
}[keyof Paths]

export type UploadPath = {
  [P in keyof Paths]: Paths[P] extends { post: { upload: true } } ? P : never
}[keyof Paths]

export type Operation<P extends keyof Paths, M> = M extends keyof Paths[P] ? Paths[P][M] : never

/** Parameters, query and body, each only where there is one, and optional where it may be left out. */
export type Inputs<O> = Pick<O, Extract<keyof O, 'params' | 'query' | 'body'>>

/** The options may be left out when nothing in them is required. */
export type Arguments<O, Extra> =
  Record<never, never> extends Inputs<O> ? [options?: Inputs<O> & Extra] : [options: Inputs<O> & Extra]

export type QueryOf<P extends keyof Paths, M> = Operation<P, M> extends { query?: infer Q } ? Q : never
export type BodyOf<P extends keyof Paths, M> = Operation<P, M> extends { body?: infer B } ? B : never

/** One item of a page, or one event's data, or the data itself. */
export type ResultOf<P extends keyof Paths, M> = Operation<P, M> extends { result: infer R } ? R : undefined

/** One event of a stream: its name says which data it has. Agents inside of an agent add `|<place>` to the name. */
export type EventOf<P extends keyof Paths, M> =
  Operation<P, M> extends { events: infer E }
    ? { [N in keyof E & string]: StreamEvent<E[N], N> | StreamEvent<E[N], `${N}|${string}`> }[keyof E &
        string]
    : StreamEvent<ResultOf<P, M>>

/** What is left of the envelope: its data, which of a list is one page. */
export type DataOf<P extends keyof Paths, M> =
  Operation<P, M> extends { kind: 'page' } ? ResultOf<P, M>[] : ResultOf<P, M>

export type Page<Item> = {
  data: Item[]
  total: number
  page: number
  limit: number
  totalPages: number
  hasNextPage: boolean
  hasPreviousPage: boolean
  /** Of lists that can be read on from a mark, which stays right while entries are added; null at their end. */
  nextCursor?: string | null
}
