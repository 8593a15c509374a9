import type { JsonObject } from './json.ts'

/** What people know of a service and its description does not say. Looked up by the id in the collection. */
export type Famous = {
  slug?: string
  name?: string
  /** 0 to 100; others get a little by their size. */
  popularity: number
  /** A read that every account may make and that returns the owner of the account. */
  currentUserPath?: string
  categories?: readonly string[]
  /** Replaces the URL in the description; `{name}` becomes a field of the connection. */
  server?: { url: string; variables?: JsonObject }
  /** Replaces what the description says of proving oneself; each is enough by itself unless `together` is set. */
  schemes?: { [name: string]: JsonObject }
  together?: true
  /** Parameters that only carry credentials, or that the executor knows better. */
  withoutParameters?: readonly string[]
  defaults?: { [parameter: string]: string }
}

export const bearer = (description = 'API key'): JsonObject => ({
  type: 'http',
  scheme: 'bearer',
  description,
})
export const basic = (description: string): JsonObject => ({ type: 'http', scheme: 'basic', description })
export const header = (name: string, description = 'API key'): JsonObject => ({
  type: 'apiKey',
  in: 'header',
  name,
  description,
})
export const query = (name: string, description = 'API key'): JsonObject => ({
  type: 'apiKey',
  in: 'query',
  name,
  description,
})
export const oauth2 = (authorizationUrl: string, tokenUrl: string, scopes: JsonObject): JsonObject => ({
  type: 'oauth2',
  flows: { authorizationCode: { authorizationUrl, tokenUrl, scopes } },
})
export const variable = (description: string, value = ''): JsonObject => ({ default: value, description })
