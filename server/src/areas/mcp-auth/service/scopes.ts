/** What a client can be allowed to do, in the words of the consent page. They are permissions of the API. */
export const scopeTexts = {
  'mcp:execute': 'Use this MCP server',
  'tools:execute': 'Execute tools, also with connected accounts',
  'workflow:execute': 'List and run workflows',
  'table:read': 'Read tables that are exposed to MCP clients',
  'knowledge:read': 'Search knowledge that is exposed to MCP clients',
  'files:read': 'Read files',
  'tools:read': 'Search the catalogue of tools',
  'workflow:read': 'Read the descriptions of workflows',
  'connected-accounts:write': 'Create links for connecting accounts',
} as const

export const supportedScopes = Object.keys(scopeTexts) as (keyof typeof scopeTexts)[]

export type McpScope = (typeof supportedScopes)[number]

/** Without a wish everything; a client cannot do anything without the first of them. */
export function requestedScopes(scope: string | undefined): McpScope[] {
  const names = new Set((scope ?? '').split(' ').filter(Boolean))
  if (names.size === 0) return supportedScopes
  return supportedScopes.filter((each) => each === 'mcp:execute' || names.has(each))
}
