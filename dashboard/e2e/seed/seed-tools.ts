import type { Stoa } from '@stoa/sdk'

const execute = '/api/v1/tools/execute/{toolSlug}'

/** An API that needs a key. */
export const stationApi = {
  openapi: '3.1.0',
  info: { title: 'Weather station', version: '1.2.0', description: 'What our stations measure.' },
  servers: [{ url: 'https://api.weather.example/v1' }],
  components: { securitySchemes: { api_key: { type: 'apiKey', in: 'header', name: 'x-api-key' } } },
  security: [{ api_key: [] }],
  paths: {
    '/readings': {
      get: {
        operationId: 'listReadings',
        summary: 'What a station measured lately',
        parameters: [
          { name: 'station', in: 'query', required: true, schema: { type: 'string' } },
          { name: 'unit', in: 'query', schema: { enum: ['celsius', 'fahrenheit'] } },
          { name: 'since', in: 'query', schema: { type: 'string', format: 'date-time' } },
        ],
        responses: { 200: { description: 'Readings' } },
      },
    },
    '/stations/{id}': {
      delete: {
        operationId: 'deleteStation',
        summary: 'Take a station down',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 204: { description: 'Gone' } },
      },
    },
  },
}

/** Toolkits of the project's own, accounts in several states, and runs of which not all went well. */
export async function seedTools(stoa: Stoa): Promise<void> {
  await stoa.post('/api/v1/toolkits/import/openapi', { body: { slug: 'weather', spec: stationApi } })
  const config = await stoa.post('/api/v1/auth_configs', {
    body: { toolkit: { slug: 'weather' }, authConfig: { authScheme: 'API_KEY', displayName: 'Stations' } },
  })
  await stoa.post('/api/v1/auth_configs', {
    body: {
      toolkit: { slug: 'slack' },
      authConfig: {
        authScheme: 'OAUTH2',
        displayName: 'Our Slack app',
        credentials: { client_id: '1234.5678', client_secret: 'a client secret of slack' },
        scopes: ['chat:write', 'channels:read'],
      },
    },
  })
  for (const [user, displayName] of [
    ['alice', 'Harbour'],
    ['carol', 'Lighthouse'],
  ] as const) {
    await stoa.as(user).post('/api/v1/connected_accounts', {
      body: {
        authConfig: { id: config.id },
        connection: {
          state: { authScheme: 'API_KEY', val: { api_key: `key-of-${user}-0123456789` } },
          displayName,
        },
      },
    })
  }
  const [carols] = await stoa.as('carol').get('/api/v1/connected_accounts')
  await stoa.as('carol').patch('/api/v1/connected_accounts/{id}', {
    params: { id: carols!.id },
    body: { isDisabled: true },
  })
  await stoa.as('dmitri-2').post('/api/v1/connected_accounts/link', { body: { authConfigId: config.id } })
  await stoa.post('/api/v1/tools', {
    body: {
      slug: 'net_price',
      name: 'Net price',
      description: 'Takes the tax off a price.',
      toolkitSlug: 'shop',
      inputParameters: {
        type: 'object',
        properties: {
          gross: { type: 'number', description: 'With tax.' },
          country: { enum: ['DE', 'FR', 'NL'], default: 'DE' },
          lines: {
            type: 'array',
            items: {
              type: 'object',
              properties: { name: { type: 'string' }, count: { type: 'integer' } },
              required: ['name'],
            },
          },
          options: { type: 'object', properties: { isRounded: { type: 'boolean' } } },
          labels: { type: 'object', additionalProperties: { type: 'string' } },
        },
        required: ['gross'],
        additionalProperties: false,
      },
      noAuth: true,
      hints: { isReadOnly: true },
      script: {
        language: 'javascript',
        source:
          'const rate = { DE: 19, FR: 20, NL: 21 }[state.country ?? "DE"]\nreturn { net: state.gross / (1 + rate / 100), rate }',
      },
    },
  })
  const run = (user: string, toolSlug: string, input: Record<string, unknown>) =>
    stoa.as(user).post(execute, { params: { toolSlug }, body: { arguments: input } })
  await run('alice', 'net_price', { gross: 119 })
  await run('alice', 'math_calculate', { expression: '(2 + 3) * 4' })
  await run('carol', 'math_calculate', { expression: '2 +' })
  await run('bob@example.com', 'text_slugify', { text: 'Über uns' }).catch(() => undefined)
}
