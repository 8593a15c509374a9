import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { createLog } from '../../kernel/log.ts'
import { categorySlugs } from '../toolkits/schema/categories.ts'
import { findShippedPieces } from './service/shipped.ts'
import { credentialsOf, json, noTx, openPieces, scopeOf, startService } from './testing.ts'

const log = createLog({ level: 'silent', secrets: [] })
const scope = scopeOf('11111111-1111-4111-8111-111111111111')
const shipped = await findShippedPieces(async () => assert.fail('every version is known'), log)
const pieces = openPieces({ after }, shipped)

const offered: ReadonlySet<string> = new Set(categorySlugs)
const entryOf = (slug: string) => shipped.find(({ entry }) => entry.toolkit.slug === slug)!.entry

async function execute(slug: string, values: object, account: Record<string, unknown>) {
  const tool = (await pieces.provider.findTool(slug))!
  const toolkit = (await pieces.provider.findToolkit(tool.toolkitSlug))!
  return pieces.provider.execute({
    scope,
    toolkit,
    tool,
    arguments: values as Record<string, unknown>,
    credentials: credentialsOf(entryOf(tool.toolkitSlug), account),
    timeoutMs: 20_000,
    signal: new AbortController().signal,
    idempotencyKey: 'call-1',
    saveFile: async () => 'file-1',
  })
}

describe('what comes with the product', () => {
  it('is listed without a process', async () => {
    const toolkits = await pieces.provider.listToolkits()
    assert.ok(toolkits.length >= 45, String(toolkits.length))
    assert.equal(pieces.pool.state().processes, 0)
    const wordpress = toolkits.find(({ slug }) => slug === 'wordpress')!
    assert.deepEqual([wordpress.toolCount > 30, wordpress.triggerCount], [true, 1])
    assert.equal(wordpress.authSchemes[0]?.name, 'API_KEY')
    assert.deepEqual(wordpress.authSchemes[0]?.allowedHosts, ['{website_url}'])
    for (const { slug, categories } of toolkits)
      assert.ok(categories.length > 0 && categories.every((each) => offered.has(each)), slug)
    const slack = toolkits.find(({ slug }) => slug === 'slack')!
    assert.deepEqual(slack.categories, ['collaboration-&-communication'])
  })

  it('has slugs that every vendor of models takes, and schemas that compile', async () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: true })
    addFormats.default(ajv)
    const slugs = new Set<string>()
    for (const { entry } of shipped) {
      for (const tool of entry.tools) {
        assert.match(tool.slug, /^[a-z0-9_-]{1,64}$/)
        assert.ok(!slugs.has(tool.slug), `${tool.slug} twice`)
        slugs.add(tool.slug)
        ajv.compile(tool.inputParameters)
        assert.ok(ajv.validateSchema(tool.outputParameters), tool.slug)
      }
      assert.equal(entry.authKinds.length, entry.toolkit.noAuth ? 0 : entry.toolkit.authSchemes.length)
    }
    assert.ok(slugs.size > 700, String(slugs.size))
  })

  it('reports what is known of effects', async () => {
    const hints = (await pieces.provider.listTools('wordpress')).map((tool) => tool.hints)
    assert.ok(hints.some(({ isReadOnly }) => isReadOnly === true))
    assert.ok(hints.some(({ isDestructive }) => isDestructive === true))
  })
})

describe('an action of WordPress', () => {
  const account = (url: string) => ({ username: 'ada', password: 'app pass word', website_url: url })

  it('reaches the site of the account with its credentials', async (t) => {
    const site = await startService(t, (_, response) => json(response, { id: 7 }, 201))
    const outcome = await execute('wordpress_create_post', { title: 'Hi', content: 'x' }, account(site.url))
    assert.deepEqual(
      [outcome.successful, outcome.upstreamStatus, (outcome.data as { body: unknown }).body],
      [true, 201, { id: 7 }],
    )
    const posted = site.requests.find(({ method }) => method === 'POST')!
    assert.match(posted.url, /wp-json\/wp\/v2\/posts/)
    assert.equal(posted.headers.authorization, `Basic ${btoa('ada:app pass word')}`)
    assert.deepEqual(JSON.parse(posted.body), { title: 'Hi', content: 'x' })
  })

  it('returns an outcome for what the service refuses, without the secret', async (t) => {
    const site = await startService(t, (request, response) => {
      if (request.method === 'GET') return json(response, {})
      response.setHeader('retry-after', '7')
      json(response, { message: 'slow down app pass word' }, 429)
    })
    const outcome = await execute('wordpress_create_post', { title: 'Hi', content: 'x' }, account(site.url))
    assert.ok(!outcome.successful)
    assert.deepEqual(
      [outcome.errorCode, outcome.upstreamStatus, outcome.retryAfterMs],
      ['rate_limited', 429, 7000],
    )
    assert.ok(!JSON.stringify(outcome).includes('app pass word'))
  })

  it('offers the options that the site knows', async (t) => {
    const site = await startService(t, (request, response) =>
      json(response, request.url.includes('/tags') ? [{ id: 3, name: 'News' }] : {}),
    )
    const tool = (await pieces.provider.findTool('wordpress_create_post'))!
    const properties = tool.inputParameters.properties as Record<string, Record<string, unknown>>
    assert.deepEqual(properties.tags?.['x-options'], { dependsOn: [] })
    const credentials = credentialsOf(entryOf('wordpress'), account(site.url))
    const { signal } = new AbortController()
    const request = { scope, tool, credentials, signal, field: 'tags', search: 'ne', chosen: {} }
    assert.deepEqual(await pieces.provider.listOptions!(request), [{ label: 'News', value: 3 }])
  })
})

describe('triggers', () => {
  const trigger = (toolSlug: string, hook: 'onEnable' | 'run' | 'onDisable', more: object) =>
    pieces.provider.runTrigger({
      scope,
      toolSlug,
      hook,
      place: 'trigger-1',
      arguments: {},
      credentials: null,
      timeoutMs: 20_000,
      signal: new AbortController().signal,
      ...more,
    })

  it('by polling give every new thing once', async (t) => {
    const posts = [{ id: 1, date_gmt: '2026-01-01T00:00:00', date: '2026-01-01T00:00:00' }]
    const site = await startService(t, (request, response) => {
      response.setHeader('x-wp-totalpages', '1')
      json(response, request.url.includes('/posts') ? posts : {})
    })
    const credentials = credentialsOf(entryOf('wordpress'), {
      username: 'ada',
      password: 'password',
      website_url: site.url,
    })
    const poll = async (hook: 'onEnable' | 'run' | 'onDisable') => {
      const performed = await trigger('wordpress_new_post', hook, { credentials })
      await performed.writes.commit(noTx)
      return performed
    }
    const enabled = await poll('onEnable')
    assert.equal(enabled.outcome.successful, true, JSON.stringify(enabled))
    const soon = new Date(Date.now() + 60_000).toISOString().slice(0, 19)
    posts.unshift({ id: 2, date_gmt: soon, date: soon })
    const first = (await poll('run')).outcome
    assert.ok(first.successful, JSON.stringify(first))
    assert.deepEqual(
      (first.data as { id: number }[]).map(({ id }) => id),
      [2],
    )
    assert.deepEqual((await poll('run')).outcome.data, [])
    assert.equal((await poll('onDisable')).outcome.successful, true)
  })

  it('by webhook subscribe, read what arrives, and unsubscribe', async (t) => {
    const shop = await startService(t, (_, response) => json(response, { id: 55 }))
    const credentials = credentialsOf(entryOf('woocommerce'), {
      baseUrl: shop.url,
      consumerKey: 'ck_123456',
      consumerSecret: 'cs_123456',
    })
    const slug = 'woocommerce_trigger_product_created'
    const webhookUrl = 'https://stoa.example/hooks/1'
    const enabled = await trigger(slug, 'onEnable', { credentials, webhookUrl })
    await enabled.writes.commit(noTx)
    assert.equal(enabled.outcome.successful, true, JSON.stringify(enabled))
    const subscription = shop.requests.find(({ method }) => method === 'POST')!
    assert.equal(JSON.parse(subscription.body).delivery_url, webhookUrl)
    const payload = { body: { id: 9, name: 'Lamp' }, headers: {}, queryParams: {}, method: 'POST' }
    const arrived = await trigger(slug, 'run', { credentials, webhookUrl, payload })
    assert.deepEqual(arrived.outcome.data, [{ id: 9, name: 'Lamp' }])
    await trigger(slug, 'onDisable', { credentials, webhookUrl })
    const gone = shop.requests.find(({ method }) => method === 'DELETE')!
    assert.match(gone.url, /webhooks\/55/)
  })

  it('for all accounts at one URL identify the account of an event, complete handshakes, and detect forged events', async () => {
    const inputOf = (body: object, headers: Record<string, string> = {}) => ({
      appWebhookUrl: 'https://stoa.example/hooks/slack',
      webhookSecret: 'shared-secret',
      payload: { body, rawBody: JSON.stringify(body), headers, queryParams: {}, method: 'POST' },
    })
    assert.equal(await pieces.appWebhooks.hasAppWebhook('slack'), true)
    assert.equal(await pieces.appWebhooks.hasAppWebhook('wordpress'), false)
    const greeting = inputOf({ type: 'url_verification', challenge: 'abc' })
    const greeted = await pieces.appWebhooks.parseAppWebhook('slack', greeting)
    assert.match(JSON.stringify(greeted.reply?.body), /abc/)
    const event = { team_id: 'T1', event: { type: 'message', text: 'hi' } }
    const parsed = await pieces.appWebhooks.parseAppWebhook('slack', inputOf(event))
    assert.deepEqual([parsed.event, parsed.identifierValue], ['message', 'T1'])
    const at = String(Math.floor(Date.now() / 1000))
    const mac = createHmac('sha256', 'shared-secret')
      .update(`v0:${at}:${JSON.stringify(event)}`)
      .digest('hex')
    const signed = (signature: string) =>
      inputOf(event, { 'x-slack-request-timestamp': at, 'x-slack-signature': signature })
    assert.equal(await pieces.appWebhooks.verifyAppWebhook('slack', signed(`v0=${mac}`)), true)
    const forged = `v0=${'0'.repeat(64)}`
    assert.equal(await pieces.appWebhooks.verifyAppWebhook('slack', signed(forged)), false)
  })

  it('are listed as what they are', async () => {
    const types = new Set(shipped.flatMap(({ entry }) => entry.tools.map(({ type }) => type)))
    assert.deepEqual([...types].sort(), ['action', 'poll', 'webhook'])
  })
})
