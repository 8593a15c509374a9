export const area = 'MCP'
export const base = '/api/v1/mcp_manager'

export const exampleServer = {
  id: '0199f1a0-0000-7000-8000-0000000000c1',
  name: 'support-desk',
  description: 'Tools of the support desk.',
  mode: 'NORMAL',
  selectedTools: ['text_slugify'],
  discoveryToolsWhitelist: true,
  isPublic: false,
  config: {},
  connectionCallbackUrl: null,
  externalMcpConfigs: [],
  authConfigs: {},
  url: 'https://stoa.example.com/api/v1/mcp/0199f1a0-0000-7000-8000-0000000000c1',
  publicUrl: null,
  toolCount: 1,
  warnings: [],
  version: 1,
  createdAt: '2026-01-02T03:04:05.678Z',
  updatedAt: '2026-01-02T03:04:05.678Z',
} as const

export const exampleCall = {
  id: '0199f1a0-0000-7000-8000-0000000000c2',
  serverId: exampleServer.id,
  eUID: '0199f1a0-0000-7000-8000-000000000001',
  method: 'tools/call',
  target: 'text_slugify',
  clientName: 'claude-ai',
  clientVersion: '0.1.0',
  protocolVersion: '2026-07-28',
  successful: true,
  error: null,
  logId: '0199f1a0-0000-7000-8000-0000000000c3',
  durationMs: 12,
  createdAt: '2026-01-02T03:04:05.678Z',
}

const exampleTool = {
  name: 'text_slugify',
  title: 'Slugify',
  description: 'Makes a slug of a text.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
}

export const exampleConfig = {
  name: exampleServer.name,
  url: exampleServer.url,
  headers: { 'x-api-key': '<API key>' },
  mode: 'NORMAL',
  tools: [exampleTool],
  warnings: [],
  clients: [
    {
      client: 'codex',
      title: 'Codex',
      file: '~/.codex/config.toml',
      language: 'toml',
      text: `[mcp_servers.support-desk]\nurl = "${exampleServer.url}"\nbearer_token_env_var = "STOA_API_KEY"\n`,
    },
  ],
}

export const exampleListing = { jsonrpc: '2.0', id: 1, method: 'tools/list' } as const
export const exampleListed = { jsonrpc: '2.0', id: 1, result: { tools: [exampleTool] } }

export const exampleExternal = {
  name: 'weather-mcp',
  url: 'https://mcp.weather.example/mcp',
  headersMasked: { authorization: '***' },
  tools: null,
  status: 'healthy',
  lastCheckedAt: '2026-01-02T03:04:05.678Z',
} as const

export const exampleRemoteTool = {
  name: 'forecast',
  description: 'The forecast of a place.',
  inputSchema: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
}

const contentTimes = {
  version: 1,
  createdAt: '2026-01-02T03:04:05.678Z',
  updatedAt: '2026-01-02T03:04:05.678Z',
}

export const exampleResource = {
  id: '0199f1a0-0000-7000-8000-0000000000c5',
  serverId: exampleServer.id,
  uri: 'shop://shipping',
  isTemplate: false,
  name: 'Shipping',
  title: null,
  description: '',
  mimeType: 'text/markdown',
  fileId: null,
  ...contentTimes,
  text: 'Parcels arrive after **two days**.',
}

export const examplePrompt = {
  id: '0199f1a0-0000-7000-8000-0000000000c6',
  serverId: exampleServer.id,
  name: 'letter',
  title: null,
  description: 'A letter to a customer.',
  arguments: [{ name: 'topic', description: '', required: true, suggestions: [] }],
  ...contentTimes,
  messages: [
    { role: 'user' as const, content: { type: 'text' as const, text: 'Write a letter about {{topic}}.' } },
  ],
}
