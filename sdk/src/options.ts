import { invalidCall, type StoaError } from './error.ts'

export type Token = string | (() => string | Promise<string>)

export type StoaOptions = {
  /** Where the server is; the page's own origin in a browser, `http://localhost:4400` elsewhere. */
  baseUrl?: string | undefined
  /** A project key: for servers only. */
  apiKey?: string | undefined
  /** An end user's short-lived token, or a function that gives a valid one: for browsers. */
  token?: Token | undefined
  /** The end user every call acts as. */
  username?: string | undefined
  /** Which project a signed-in person means; a key is bound to its own. */
  projectId?: string | undefined
  /** The dashboard's way: the cookie of a signed-in browser and the token that proves our own page. */
  session?: boolean | undefined
  headers?: Readonly<Record<string, string>> | undefined
  fetch?: typeof globalThis.fetch | undefined
  /** How often a failed call is repeated; 2 by default. */
  retries?: number | undefined
  /** How long one try may take; two minutes by default. */
  timeoutMs?: number | undefined
  /** Called for every 401, and where the project of a session was deleted (`project_not_found`), before it is thrown. */
  onUnauthorized?: ((error: StoaError) => void) | undefined
  /** Called with every response, for its headers. Its body must not be read. */
  onResponse?: ((response: Response) => void) | undefined
  dangerouslyAllowBrowser?: boolean | undefined
}

/** The options that a derived client may override. */
export type Identity = Pick<StoaOptions, 'username' | 'projectId' | 'headers'>

/** What every call takes besides what its endpoint takes. */
export type CallOptions = {
  headers?: Readonly<Record<string, string>> | undefined
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
  retries?: number | undefined
  /** Called with the response, for its headers. Its body must not be read. */
  onResponse?: ((response: Response) => void) | undefined
}

export type WriteOptions = CallOptions & {
  /** Names the intention, so that it happens once however often it is sent; made up when left out. */
  idempotencyKey?: string | undefined
  /** The `ETag` or version that must still hold. */
  ifMatch?: string | number | undefined
}

const isBrowser = () => 'window' in globalThis && 'document' in globalThis

/** A caller that opens the page could read the key and would own the project. */
export function refuseKeyInBrowser(key: string, isAllowed: boolean | undefined): void {
  if (!key.startsWith('stoa_') || isAllowed || !isBrowser()) return
  throw invalidCall(
    'A project key does not belong in a browser: everyone who opens the page can read it',
    'Create a short-lived token with POST /api/v1/external-users/{id}/tokens on your server and pass it as `token`, or set dangerouslyAllowBrowser if no one else opens this page.',
  )
}
