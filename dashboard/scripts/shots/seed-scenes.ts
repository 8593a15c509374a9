import { createStoa, type Stoa } from '@stoa/sdk'
import { until } from '../../../server/test/until.ts'
import { startHostPage } from '../../e2e/harness/host-page.ts'
import type { TestServer } from '../../e2e/harness/test-server.ts'
import { createAgent } from '../../e2e/seed/seed-chat.ts'
import { startShopSite } from './shop-site.ts'

/** What screenshots show besides the pages of a seeded project. */
export type Places = {
  /** A page of someone else that has an agent on it, with these attributes. */
  embedUrl(attributes?: Record<string, string>): string
  shopUrl: string
}

const evalsPath = '/api/v1/knowledge/collections/{id}/evals'

/** Tests of the handbook, one of which misses, and two evals of them. */
async function seedEvals(stoa: Stoa): Promise<void> {
  const [handbook] = await stoa.get('/api/v1/knowledge/collections', { query: { q: 'Support handbook' } })
  const params = { id: handbook!.id }
  const sources = await stoa.get('/api/v1/knowledge/collections/{id}/sources', { params })
  const keyOf = (title: string) => sources.find((source) => source.title === title)!.sourceKey
  await stoa.post(evalsPath, {
    params,
    body: {
      tests: [
        { query: 'How long does a refund take?', sourceKey: keyOf('Refund policy'), isRequired: true },
        { query: 'Who pays customs duties?', sourceKey: keyOf('Shipping'), isRequired: true },
        { query: 'When is the shop in the harbour open?', sourceKey: keyOf('Opening hours') },
        { query: 'Can I exchange a jacket for another size without paying for it?', mustContain: 'Sizes' },
        { query: 'Do you repair carbon frames?', mustContain: 'carbon' },
      ],
    },
  })
  for (let run = 0; run < 2; run++) {
    const { id: evalRunId } = await stoa.post(`${evalsPath}/run`, { params, body: {} })
    const isDone = async () =>
      (await stoa.get(`${evalsPath}/runs/{evalRunId}`, { params: { ...params, evalRunId } })).status !==
      'running'
    await until(isDone, 'the eval', 60_000)
  }
}

/** An agent on its public page, and on the page of a shop. */
async function seedEmbed(stoa: Stoa, baseUrl: string) {
  const agentId = await createAgent(stoa, 'Shop assistant', {
    starterPrompts: [
      'Where is my order?',
      '/say Returns are free for **30 days**:\n\n1. Print the label\n2. Drop the parcel off',
    ],
    behavior: { cannedResponses: { greeting: 'Welcome to Harbour Bikes! How can I help?' } },
  })
  await stoa.patch('/api/v1/chat/{agentId}/share', { params: { agentId }, body: { isEnabled: true } })
  const visitor = stoa.as('visitor-1')
  const host = await startHostPage({
    baseUrl,
    createToken: () => visitor.post('/api/v1/chat/{agentId}/tokens', { params: { agentId }, body: {} }),
  })
  await stoa.patch('/api/v1/project', { body: { allowedOrigins: [host.origin] } })
  const attributes = { agent: agentId, 'token-url': `/token?agent=${agentId}` }
  return { host, embedUrl: (more: Record<string, string> = {}) => host.url({ ...attributes, ...more }) }
}

/** A recorded session in Chromium, signed in at a shop, and one that has ended. */
async function seedBrowsers(stoa: Stoa, url: string): Promise<void> {
  const create = () =>
    stoa.post('/api/v1/browser/sessions', {
      body: {
        driver: 'chromium',
        startUrl: `${url}/sign-in`,
        record: true,
        keepAlive: true,
        allowedHosts: ['127.0.0.1'],
      },
    })
  const { id: ended } = await create()
  await stoa.post('/api/v1/browser/sessions/{sessionId}/close', { params: { sessionId: ended } })
  const { id: sessionId } = await create()
  await stoa.post('/api/v1/browser/sessions/{sessionId}/actions', {
    params: { sessionId },
    body: {
      actions: [
        { type: 'fill', selector: 'input[name=email]', value: 'ada@example.com' },
        { type: 'fill', selector: 'input[name=password]', value: 'correct horse' },
        { type: 'click', selector: 'button' },
      ],
    },
  })
}

export async function seedScenes(testServer: TestServer): Promise<Places & { close(): Promise<void> }> {
  const stoa = createStoa(testServer)
  const shop = await startShopSite()
  const [{ host, embedUrl }] = await Promise.all([
    seedEmbed(stoa, testServer.baseUrl),
    seedEvals(stoa),
    seedBrowsers(stoa, shop.url),
  ])
  const close = async () => void (await Promise.all([host.close(), shop.close()]))
  return { embedUrl, shopUrl: shop.url, close }
}
