import assert from 'node:assert/strict'
import { type Client, dataOf } from './client.ts'
import { create, keptBriefly, type Operation } from './operation.ts'

type Headers = Record<string, string>

const toolkit = 'chaos_service'
const toolPath = '/tools-of-service'
const password = 'a password of ten'
const noCredentials = { cookie: 'none=' }

/** Accounts at a service, and tools of its OpenAPI document that are called with one of them. */
async function serviceOperations(send: Client, origin: string): Promise<Operation[]> {
  const content = {
    'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } },
  }
  const imported = await send('POST', '/toolkits/import/openapi', {
    slug: toolkit,
    spec: {
      openapi: '3.1.0',
      info: { title: 'Service', version: '1' },
      servers: [{ url: origin }],
      paths: { [toolPath]: { post: { operationId: 'note', requestBody: { content } } } },
    },
    authConfigDetails: [
      { mode: 'API_KEY', placements: [{ in: 'header', name: 'x-service-key', field: 'api_key' }] },
    ],
  })
  assert.equal(imported.status, 200, imported.text)
  const [tool] = (JSON.parse(imported.text) as { data: { tools: { slug: string }[] } }).data.tools
  const authConfigId = await create(send, '/auth_configs', {
    toolkit: { slug: toolkit },
    authConfig: { authScheme: 'API_KEY' },
  })
  const account = (key: string) => ({
    authConfig: { id: authConfigId },
    connection: { state: { authScheme: 'API_KEY', val: { api_key: key } } },
  })
  const connectedAccountId = await create(send, '/connected_accounts', account('of-the-tools'))
  const at = (id: string) => `/connected_accounts/${id}`
  return [
    {
      area: 'connections',
      run: keptBriefly(send, async (name) => {
        const { status, text } = await send('POST', '/connected_accounts', account(`key-of-${name}`))
        if (status !== 200) return null
        const { id = '' } = dataOf(text)
        return { fact: { path: at(id), contains: '"ACTIVE"' }, deletion: { path: at(id) } }
      }),
    },
    {
      area: 'openapi tools',
      run: async (name) => {
        const body = { arguments: { name }, connectedAccountId }
        const { status, text } = await send('POST', `/tools/execute/${tool!.slug}`, body)
        if (status !== 200 || !text.includes('"successful":true')) return null
        return { path: `/tools/execution-logs/${dataOf(text).logId}`, contains: '"succeeded"' }
      },
    },
  ]
}

/** Talks with an agent by a token of an end user, as an embedded chat does. */
const embedded =
  (send: Client, agentId: string): Operation['run'] =>
  async (name) => {
    const headers = { 'x-username': 'visitor' }
    const minted = await send('POST', `/chat/${agentId}/tokens`, {}, headers)
    if (minted.status !== 200) return null
    const asUser = { authorization: `Bearer ${dataOf(minted.text).token}` }
    const thread = await send('POST', '/graphify/threads', {}, asUser)
    if (thread.status !== 200) return null
    const path = `/graphify/threads/${dataOf(thread.text).id}`
    const input = { messages: [{ type: 'human', content: `/say ${name}` }] }
    const { status } = await send('POST', `${path}/runs/wait`, { input }, asUser)
    return status === 200 ? { path: `${path}/messages`, contains: name, headers } : null
  }

type SignedIn = { csrfToken: string; projects: { id: string }[] }

/** The owner, signed in as a browser does. */
async function signIn(api: string, setUpUrl: string): Promise<Headers> {
  const response = await fetch(`${api}/auth/set-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      token: new URL(setUpUrl).hash.slice('#token='.length),
      email: 'owner@example.com',
      password,
    }),
  })
  const text = await response.text()
  assert.equal(response.status, 200, text)
  const { csrfToken, projects } = (JSON.parse(text) as { data: SignedIn }).data
  return {
    cookie: response.headers.getSetCookie()[0]!.split(';')[0]!,
    'x-csrf-token': csrfToken,
    'x-project-id': projects[0]!.id,
  }
}

/** Invites, and accepts as far as the limit of attempts allows; both are revoked again. */
const invited = (send: Client, asOwner: Headers): Operation['run'] =>
  keptBriefly(send, async (name) => {
    const email = `${name}@example.com`
    const made = await send('POST', '/invitations', { email, role: 'member' }, asOwner)
    if (made.status !== 200) return null
    const { id, url } = dataOf(made.text)
    const token = new URL(url!).hash.slice('#token='.length)
    const joined = await send('POST', '/auth/accept-invitation', { token, password }, noCredentials)
    if (joined.status === 200) {
      const { account } = (JSON.parse(joined.text) as { data: { account: { id: string } } }).data
      return memberOf(account.id, email, asOwner)
    }
    if (joined.status !== 429) return null
    const fact = { path: '/invitations?limit=100', contains: email, headers: asOwner }
    return { fact, deletion: { path: `/invitations/${id}` } }
  })

const memberOf = (id: string, email: string, headers: Headers) => ({
  fact: { path: '/members?limit=100', contains: email, headers },
  deletion: { path: `/members/${id}` },
})

type People = { origin: string; agentId: string; api: string; setUpUrl: string }

/** What members, end users and their accounts do. */
export async function peopleOperations(
  send: Client,
  { origin, agentId, api, setUpUrl }: People,
): Promise<Operation[]> {
  const asOwner = await signIn(api, setUpUrl)
  return [
    ...(await serviceOperations(send, origin)),
    { area: 'embedded chat', run: embedded(send, agentId) },
    { area: 'members', run: invited(send, asOwner) },
  ]
}
