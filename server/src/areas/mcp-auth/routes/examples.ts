export const area = 'MCP'

export const exampleClient = {
  id: '0199f1a0-0000-7000-8000-0000000000d1',
  name: 'Editor',
  url: null,
  redirectUri: 'http://127.0.0.1:33418/callback',
  serverId: '0199f1a0-0000-7000-8000-0000000000c1',
  serverName: 'support-desk',
  externalUser: { id: '0199f1a0-0000-7000-8000-000000000001', name: 'alice' },
  scopes: ['mcp:execute', 'tools:execute'],
  createdAt: '2026-01-02T03:04:05.678Z',
  lastUsedAt: '2026-01-02T04:04:05.678Z',
  expiresAt: '2026-02-01T03:04:05.678Z',
}

export const exampleRequest = {
  client_id: 'the-client-id',
  redirect_uri: exampleClient.redirectUri,
  response_type: 'code',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  state: 'xyz',
  resource: 'https://stoa.example.com/api/v1/mcp/0199f1a0-0000-7000-8000-0000000000c1',
}

export const exampleDescribed = {
  client: { name: exampleClient.name, url: null, redirectUri: exampleClient.redirectUri, isLocal: true },
  server: {
    id: exampleClient.serverId,
    name: exampleClient.serverName,
    description: 'Tools of the support desk.',
  },
  scopes: [{ scope: 'mcp:execute', description: 'Use this MCP server' }],
  externalUser: exampleClient.externalUser,
}
