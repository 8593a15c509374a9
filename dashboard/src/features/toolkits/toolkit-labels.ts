import type { ToolkitItem } from '@stoa/sdk'

export type Provider = ToolkitItem['provider']

/** Where a toolkit comes from, in words. */
export const providerNames: Record<Provider, string> = {
  PLATFORM: 'Built in',
  OPENAPI: 'OpenAPI import',
  LOCAL: 'Custom',
  MCP: 'MCP server',
}

/** What was installed is a part of this server, though not of the product. */
export const sourceLabel = ({
  provider,
  isInstalled,
}: Pick<ToolkitItem, 'provider' | 'isInstalled'>): string =>
  isInstalled ? 'Installed' : providerNames[provider]

export const providerChoices = Object.entries(providerNames).map(([value, label]) => ({ value, label }))

const schemeNames: Record<string, string> = {
  OAUTH2: 'OAuth 2',
  OAUTH1: 'OAuth 1',
  S2S_OAUTH2: 'OAuth 2 client credentials',
  API_KEY: 'API key',
  BEARER_TOKEN: 'Bearer token',
  BASIC: 'Username and password',
  SERVICE_ACCOUNT: 'Service account',
  GOOGLE_SERVICE_ACCOUNT: 'Google service account',
  COOKIE: 'Cookie',
  NO_AUTH: 'No credentials',
}

export const schemeName = (scheme: string): string => schemeNames[scheme] ?? scheme
