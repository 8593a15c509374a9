import type { Stoa } from '@stoa/sdk'
import { manifests } from '../../src/pages/manifests.ts'
import { seedObjects } from '../seed/seed-objects.ts'
import type { Expected } from './check-pages.ts'

/** Every route of the manifests that needs a parameter. */
export const objectRoutes: readonly string[] = manifests
  .flatMap(({ routes }) => routes)
  .map(({ path }) => path)
  .filter((path) => path.includes('{'))

/** Of each route, what it is opened with: the pages of an object differ by what comes behind its id. */
type Opened = Record<string, Expected>

async function ofWorkflows(stoa: Stoa): Promise<Opened> {
  const all = await stoa.get('/api/v1/workflow/manager/list')
  const { id } = all.find(({ name }) => name === 'Orders')!
  const agent = all.find(({ name }) => name === 'Support')!
  const [execution] = await stoa.get('/api/v1/workflow/manager/{id}/executions', {
    params: { id },
    query: { status: 'completed' },
  })
  const heading = 'Orders'
  return {
    '/workflows/{id}': { path: `/workflows/${id}`, heading },
    '/workflows/{id}/executions': { path: `/workflows/${id}/executions`, heading },
    '/workflows/{id}/versions': { path: `/workflows/${id}/versions`, heading },
    '/workflows/{id}/versions/{version}': { path: `/workflows/${id}/versions/1`, heading },
    '/workflows/{id}/settings': { path: `/workflows/${id}/settings`, heading },
    '/agents/{id}': { path: `/agents/${agent.id}`, heading: 'Support' },
    '/workflow-executions/{id}': {
      path: `/workflow-executions/${execution!.id}`,
      heading: 'Execution of Orders',
    },
  }
}

async function ofData(stoa: Stoa): Promise<Opened> {
  const user = await stoa.get('/api/v1/external-users/username/{username}', { params: { username: 'alice' } })
  const [file] = await stoa.get('/api/v1/file', { query: { q: 'customers.csv' } })
  const [key] = await stoa.get('/api/v1/api-keys', { query: { q: 'reporting' } })
  const [handbook] = await stoa.get('/api/v1/knowledge/collections', { query: { q: 'Support handbook' } })
  const [source] = await stoa.get('/api/v1/knowledge/collections/{id}/sources', {
    params: { id: handbook!.id },
    query: { q: 'Shipping' },
  })
  const table = await stoa.get('/api/v1/table/collections/{id}', { params: { id: 'customers' } })
  const knowledge = `/knowledge/${handbook!.id}`
  const heading = 'Support handbook'
  return {
    '/end-users/{id}': { path: `/end-users/${user!.id}`, heading: 'alice' },
    '/files/{id}': { path: `/files/${file!.id}`, heading: 'customers.csv' },
    '/keys/{id}': { path: `/keys/${key!.id}`, heading: 'reporting' },
    '/knowledge/{id}': { path: knowledge, heading },
    '/knowledge/{id}/source': {
      path: `${knowledge}/source?key=${encodeURIComponent(source!.sourceKey)}`,
      heading: 'Shipping',
    },
    '/knowledge/{id}/search': { path: `${knowledge}/search`, heading },
    '/knowledge/{id}/evaluations': { path: `${knowledge}/evaluations`, heading },
    '/knowledge/{id}/settings': { path: `${knowledge}/settings`, heading },
    '/tables/{id}': { path: `/tables/${table.id}`, heading: 'Customers' },
    '/tables/{id}/fields': { path: `/tables/${table.id}/fields`, heading: 'Fields of Customers' },
    '/tables/{id}/proposals': { path: `/tables/${table.id}/proposals`, heading: 'Approvals for Customers' },
  }
}

async function ofTools(stoa: Stoa): Promise<Opened> {
  const across = stoa.with({ headers: { 'x-act-across-users': 'true' } })
  const [account] = await across.get('/api/v1/connected_accounts', { query: { q: 'Harbour' } })
  const [config] = await stoa.get('/api/v1/auth_configs', { query: { toolkitSlug: 'slack' } })
  const [run] = await across.get('/api/v1/tools/execution-logs', { query: { toolSlug: 'net_price' } })
  const [call] = await across.get('/api/v1/ai/calls')
  const [job] = await across.get('/api/v1/ai/media/jobs', { query: { kind: 'image' } })
  const [session] = await across.get('/api/v1/sandbox/sessions', { query: { threadId: 'support-42' } })
  const [execution] = await across.get('/api/v1/sandbox/executions', { query: { language: 'javascript' } })
  const [trigger] = await stoa.get('/api/v1/trigger_instances/active', { query: { q: 'Shop orders' } })
  const [server] = await stoa.get('/api/v1/mcp_manager', { query: { q: 'desk' } })
  return {
    '/connections/{id}': { path: `/connections/${account!.id}`, heading: 'Harbour' },
    '/auth-configs/{id}': { path: `/auth-configs/${config!.id}`, heading: 'Our Slack app' },
    '/toolkits/{id}': { path: '/toolkits/weather', heading: 'Weather station' },
    '/tools/{id}': { path: '/tools/net_price', heading: 'Net price' },
    '/tools/{id}/edit': { path: '/tools/net_price/edit', heading: 'Edit Net price' },
    '/tool-runs/{id}': { path: `/tool-runs/${run!.id}`, heading: 'Run of Net price' },
    '/models/calls/{id}': { path: `/models/calls/${call!.id}`, heading: 'Call to local/demo' },
    '/models/media/{id}': { path: `/models/media/${job!.id}`, heading: 'Image by local/offline-demo-image' },
    '/playground/{kind}': { path: '/playground/image', heading: 'Image playground' },
    '/sandbox/sessions/{id}': { path: `/sandbox/sessions/${session!.id}`, heading: 'Session support-42' },
    '/sandbox/executions/{id}': {
      path: `/sandbox/executions/${execution!.id}`,
      heading: 'JavaScript execution',
    },
    '/triggers/{id}': { path: `/triggers/${trigger!.triggerId}`, heading: 'Shop orders' },
    '/mcp-servers/{id}': { path: `/mcp-servers/${server!.id}`, heading: 'desk' },
    '/guide/{page}': { path: '/guide/users', heading: 'Users and keys' },
  }
}

async function ofNewObjects(stoa: Stoa): Promise<Opened> {
  const made = await seedObjects(stoa)
  const session = `/browsers/sessions/${made.browserSession}`
  return {
    '/chats/{id}': { path: `/chats/${made.thread}`, heading: 'Order 2077' },
    '/chats/{id}/compare': { path: `/chats/${made.thread}/compare`, heading: 'Compare' },
    '/inbox/{id}': { path: `/inbox/${made.inboxThread}`, heading: 'A late parcel' },
    '/questions/{id}': { path: `/questions/${made.question}`, heading: 'Refund order 2077?' },
    '/tables/{id}/proposals/{proposalId}': {
      path: `/tables/companies/proposals/${made.proposalId}`,
      heading: 'Insert 1 row',
    },
    '/browsers/sessions/{id}': { path: session, heading: `…${made.browserSession.slice(-8)}` },
    '/browsers/sessions/{id}/tool': { path: `${session}/tool`, heading: 'Create tool from session' },
    '/webhooks/{id}': { path: `/webhooks/${made.webhook}`, heading: 'receiver.invalid' },
    '/skills/{id}': { path: `/skills/${made.skill}`, heading: 'late-parcels' },
  }
}

let opened: Promise<Opened> | null = null

/**
 * A page of every route that needs a parameter, in a project that was seeded. What the seed lacks is created, once for
 * all tests of a server.
 */
export function objectPages(stoa: Stoa): Promise<Opened> {
  opened ??= Promise.all([ofWorkflows(stoa), ofData(stoa), ofTools(stoa), ofNewObjects(stoa)]).then(
    (parts) => Object.assign({}, ...parts) as Opened,
  )
  return opened
}
