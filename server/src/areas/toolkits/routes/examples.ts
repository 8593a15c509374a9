export const exampleItem = {
  id: '0199f1a0-0000-7000-8000-000000000041',
  slug: 'weather-station',
  name: 'Weather station',
  description: 'Reads weather station measurements.',
  logo: null,
  appUrl: null,
  categories: ['data-&-analytics'],
  authSchemes: ['API_KEY'],
  providerManagedAuthSchemes: [],
  noAuth: false,
  provider: 'LOCAL' as const,
  version: '1.0.0',
  availableVersions: ['1.0.0'],
  toolCount: 2,
  triggerCount: 0,
  isDisabled: false,
  isConnected: false,
  popularityScore: 0,
  baseUrl: 'https://api.weather.example/v1',
  getCurrentUserEndpoint: '/me',
  regions: null,
  sourceUrl: null,
  describedAt: null,
  isRefreshed: false,
  isInstalled: false,
  driftedAt: null,
  createdAt: '2026-01-02T03:04:05.678Z',
  updatedAt: '2026-01-02T03:04:05.678Z',
}

export const exampleToolkit = {
  ...exampleItem,
  watch: null,
  authConfigDetails: [
    {
      name: 'API_KEY',
      mode: 'API_KEY',
      fields: {
        authConfigCreation: { required: [], optional: [] },
        // Linters take an object with a `type` and a `default` for a schema, so no field is shown here.
        connectedAccountInitiation: { required: [], optional: [] },
      },
      proxy: null,
      deprecatedAuthProviderDetails: null,
      oauth2: null,
      placements: [{ in: 'header', name: 'x-api-key', prefix: '', field: 'api_key' }],
      allowedHosts: ['api.weather.example'],
    },
  ],
}

export const exampleParams = { id: exampleItem.id }

export const exampleTool = {
  slug: 'weather-station_list_readings',
  name: 'List readings',
  description: 'Returns the latest measurements of a station.',
  type: 'action' as const,
  noAuth: false,
  scopes: [],
  tags: ['readings'],
  isImportant: false,
  isDeprecated: false,
  version: '1.0.0',
}

export const exampleImport = {
  isDryRun: false,
  isChanged: true,
  toolkit: { ...exampleToolkit, provider: 'OPENAPI' as const },
  version: '1.0.0',
  sha256: 'f2ca1bb6c7e907d06dafe4687e579fce76b37e4e93b7605022da52e6ccc26fd2',
  baseUrl: 'https://api.weather.example/v1',
  allowedHosts: ['api.weather.example'],
  authSchemes: ['API_KEY'],
  toolCount: 1,
  tools: [exampleTool],
  changes: null,
}
