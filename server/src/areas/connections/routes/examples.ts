/** What the documentation of this area shows. */
export const exampleId = '0199f1a0-0000-7000-8000-0000000000c1'
export const exampleAccountId = '0199f1a0-0000-7000-8000-0000000000c2'
const exampleUserId = '0199f1a0-0000-7000-8000-000000000001'
const at = '2026-01-02T03:04:05.678Z'
const toolkit = { slug: 'demo', name: 'Demonstration', logo: null }

export const exampleConfig = {
  id: exampleId,
  name: 'demo-9qmkw6',
  displayName: null,
  toolkit,
  authScheme: 'OAUTH2',
  isProviderManaged: true,
  scopes: ['profile', 'email'],
  redirectUri: 'http://localhost:4400/oauth/callback',
  status: 'ENABLED' as const,
  isDisabled: false,
  connectionCount: 0,
  restrictToFollowingTools: [],
  toolAccessConfig: { toolsForConnectedAccountCreation: [] },
  allowedCallbackUrls: [],
  credentials: { client_id: { hasValue: true, last4: '0001', updatedAt: at } },
  nextCredentials: null,
  previousCredentialsUntil: null,
  lastTest: null,
  createdAt: at,
  updatedAt: at,
}

export const exampleFields = {
  toolkit,
  schemes: [
    {
      authScheme: 'OAUTH2',
      isProviderManaged: true,
      redirectUri: 'http://localhost:4400/oauth/callback',
      scopes: [{ name: 'profile', description: 'Read the profile of the demo account.' }],
      authConfigCreation: { required: [], optional: [] },
      connectedAccountInitiation: { required: [], optional: [] },
    },
  ],
}

export const exampleAccount = {
  id: exampleAccountId,
  toolkit,
  authConfig: { id: exampleId, authScheme: 'OAUTH2', isProviderManaged: true, isDisabled: false },
  eUID: exampleUserId,
  label: 'ada@demo.example',
  displayName: null,
  labels: [],
  status: 'ACTIVE' as const,
  statusReason: null,
  isDisabled: false,
  scopesGranted: ['profile', 'email'],
  identity: { email: 'ada@demo.example', username: 'ada', accountId: null },
  state: { authScheme: 'OAUTH2', val: { access_token: { hasValue: true, last4: 'x3Qa', updatedAt: at } } },
  expiresAt: '2026-01-02T03:09:05.678Z',
  lastRefreshedAt: null,
  lastUsedAt: null,
  lastError: null,
  testRequestEndpoint: 'http://localhost:4400/demo/userinfo',
  createdAt: at,
  updatedAt: at,
}

export const exampleLink = {
  linkToken: '(shown once)',
  redirectUrl: 'http://localhost:4400/connect/(shown once)',
  expiresAt: '2026-01-02T03:14:05.678Z',
  connectedAccountId: exampleAccountId,
}
