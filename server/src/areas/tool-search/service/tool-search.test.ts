import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { toolIdOf } from '../../toolkits/catalogue/platform-ids.ts'
import type { ToolEntry, ToolkitEntry, ToolProvider } from '../../toolkits/index.ts'
import { buildIndex, type SearchedTool } from './build-index.ts'
import { packIndex, unpackIndex } from './packed-index.ts'
import { createToolSearch } from './tool-search.ts'
import { stem, termsOf } from './words.ts'

const toolkit = (slug: string, popularityScore = 50): ToolkitEntry => ({
  slug,
  name: slug,
  description: '',
  provider: 'OPENAPI',
  logo: null,
  categories: [],
  authSchemes: [],
  noAuth: true,
  baseUrl: null,
  currentUserPath: null,
  version: '1',
  toolCount: 1,
  triggerCount: 0,
  popularityScore,
  describedAt: null,
})

const tool = (
  slug: string,
  name: string,
  description = '',
  isReadOnly: boolean | null = null,
): ToolEntry => ({
  slug,
  toolkitSlug: slug.split('_', 1)[0]!,
  name,
  description,
  type: 'action',
  noAuth: true,
  scopes: [],
  tags: [],
  isImportant: false,
  isDeprecated: false,
  popularityScore: 0,
  version: '1',
  hints: { isReadOnly, isDestructive: null, isIdempotent: null },
})

const toolkits = [toolkit('github', 100), toolkit('gitlab'), toolkit('mailer')]
const tools: SearchedTool[] = [
  tool('github_issues_create', 'Create an issue'),
  tool('github_issues_list', 'List issues', 'All issues of a repository', true),
  tool('gitlab_create_issue', 'Create an issue'),
  tool('mailer_send', 'Send an e-mail', 'Delivers a message to somebody'),
  { ...tool('mailer_send_old', 'Send an e-mail', 'Delivers a message to somebody'), isDeprecated: true },
]

/** As it is after it was written to a file and read again. */
const prepared = async () => unpackIndex(packIndex(await buildIndex(toolkits, tools)))

function providerOf(entries: ToolEntry[]): ToolProvider {
  return {
    name: 'test',
    listToolkits: async () =>
      [...new Set(entries.map(({ toolkitSlug }) => toolkitSlug))].map((slug) => toolkit(slug)),
    findToolkit: async () => null,
    listTools: async (slug) => entries.filter(({ toolkitSlug }) => toolkitSlug === slug),
    findTool: async () => null,
    execute: () => Promise.reject(new Error('nothing is called here')),
  }
}

const search = createToolSearch({ toolIdOf, prepared, providers: () => [] })
const slugsFor = async (query: string, more: { toolkits?: string[]; limit?: number } = {}) =>
  (await search.search(query, { limit: 10, ...more })).map(({ slug }) => slug)

describe('stem', () => {
  it('brings the forms of a word together', () => {
    for (const forms of [
      'create creates created creating',
      'repository repositories',
      'message messages',
      'run running',
    ])
      assert.equal(new Set(forms.split(' ').map(stem)).size, 1, forms)
    assert.deepEqual(termsOf('createPullRequest in the API'), ['creat', 'pull', 'request'])
  })
})

describe('tool search', () => {
  it('puts the toolkit that was named first', async () => {
    assert.equal((await slugsFor('create an issue in gitlab'))[0], 'gitlab_create_issue')
    assert.equal((await slugsFor('create an issue in github'))[0], 'github_issues_create')
  })

  it('respects the verb: a query for a list does not return create', async () => {
    assert.equal((await slugsFor('show github issues'))[0], 'github_issues_list')
  })

  it('knows other words for the same, beginnings, and slips of a finger', async () => {
    assert.equal((await slugsFor('mail a colleague'))[0], 'mailer_send')
    assert.equal((await slugsFor('deliv'))[0], 'mailer_send')
    assert.equal((await slugsFor('creat isue githbu'))[0], 'github_issues_create')
  })

  it('prefers what is not deprecated', async () => {
    assert.deepEqual((await slugsFor('send')).slice(0, 2), ['mailer_send', 'mailer_send_old'])
  })

  it('stays within the toolkits and the limit of the query', async () => {
    assert.deepEqual(await slugsFor('create issue', { toolkits: ['gitlab'] }), ['gitlab_create_issue'])
    assert.equal((await slugsFor('issue', { limit: 2 })).length, 2)
  })

  it('finds nothing for nothing, and survives anything', async () => {
    for (const query of [
      '',
      '   ',
      '\u0000\ud800',
      'zzzzzzzz qqqqq',
      '"*():^~-',
      'x'.repeat(100_000),
      '💥 日本語',
    ])
      assert.ok(Array.isArray(await slugsFor(query)))
    assert.deepEqual(await slugsFor(''), [])
  })

  it('finds a tool by its id', async () => {
    assert.equal(await search.findById(toolIdOf('mailer_send').toUpperCase()), 'mailer_send')
    assert.equal(await search.findById(toolIdOf('mailer_nothing')), null)
  })

  it('takes in what other providers have, also when that changes', async () => {
    const entries = [tool('pigeon_post', 'Send a pigeon')]
    const growing = createToolSearch({ toolIdOf, prepared, providers: () => [providerOf(entries)] })
    const find = async () => (await growing.search('pigeon', { limit: 3 })).map(({ slug }) => slug)
    assert.deepEqual(await find(), ['pigeon_post'])
    assert.equal(await growing.findById(toolIdOf('pigeon_post')), 'pigeon_post')
    entries.push(tool('dovecote_feed', 'Feed the pigeons'))
    assert.deepEqual((await find()).toSorted(), ['dovecote_feed', 'pigeon_post'])
    assert.equal(await growing.findById(toolIdOf('dovecote_feed')), 'dovecote_feed')
  })

  it('measures the tools of a project by the same rule as all others', async () => {
    const own = await search.prepare(
      [toolkit('weather')],
      [
        tool('weather_get_message', 'Get the weather', 'A message about the sky over a city', true),
        tool('weather_list_stations', 'List stations', 'Those that send', true),
        tool('weather_send', 'Send an e-mail', 'Delivers a message to somebody'),
      ].map((each) => ({ ...each, toolkitSlug: 'weather' })),
    )
    const find = async (query: string) =>
      (await search.search(query, { limit: 10, own: [own] })).map(({ slug }) => slug)
    const sent = await find('send a message')
    assert.deepEqual(sent.slice(0, 2), ['weather_send', 'mailer_send'])
    assert.ok(sent.indexOf('weather_get_message') > sent.indexOf('mailer_send_old'), sent.join())
    assert.equal((await find('weather'))[0], 'weather_get_message')
    assert.ok(!(await slugsFor('weather')).includes('weather_get_message'))
  })

  it('lets others have their turn while many tools are made ready', async () => {
    const many = Array.from({ length: 3000 }, (_, at) => tool(`many_${at}`, `Tool number ${at}`))
    let isReady = false
    const ready = search.prepare([toolkit('many')], many).then(() => {
      isReady = true
    })
    let semaphore = 0
    while (!isReady) {
      await yieldToEventLoop()
      semaphore++
    }
    await ready
    assert.ok(semaphore > 30, String(semaphore))
  })

  it('does not rank the first of a list before the best match, also when the query has its name', async () => {
    const hitsAt = async (popularityScore: number, query: string) => {
      const index = await buildIndex(
        [toolkit('webhook', popularityScore), toolkit('diary', 40)],
        [tool('webhook_sign', 'Sign an event'), tool('diary_list', 'List calendar events', '', true)],
      )
      const famous = createToolSearch({ toolIdOf, prepared: async () => index, providers: () => [] })
      return famous.search(query, { limit: 2 })
    }
    for (const query of ['list calendar events', 'list the calendar events of a webhook']) {
      assert.deepEqual(await hitsAt(1000, query), await hitsAt(100, query))
      assert.notDeepEqual(await hitsAt(100, query), await hitsAt(0, query))
    }
  })

  it('knows what widely used services are for, where their tools do not say it', async () => {
    const index = await buildIndex(
      [toolkit('gmail', 100), toolkit('letterpress', 5), toolkit('zoom', 85)],
      [
        tool('gmail_users_messages_send', 'Send', 'Sends the specified message to its recipients'),
        tool('gmail_users_labels_get', 'Get a label', '', true),
        tool('letterpress_send_email', 'Send an email with a template'),
        tool('zoom_send_message', 'Send a message'),
      ],
    )
    const served = createToolSearch({ toolIdOf, prepared: async () => index, providers: () => [] })
    const first = async (query: string) => (await served.search(query, { limit: 4 })).map(({ slug }) => slug)
    for (const query of ['send an email', 'send a mail', 'email to a customer, send it'])
      assert.equal((await first(query))[0], 'gmail_users_messages_send', query)
    assert.equal((await first('send an email with letterpress'))[0], 'letterpress_send_email')
    assert.equal((await first('get a gmail label'))[0], 'gmail_users_labels_get')
  })

  it('takes spellings of a word for the same word', async () => {
    const index = await buildIndex(
      [toolkit('post')],
      [tool('post_send_mail', 'Send mail'), tool('post_send_message', 'Send message')],
    )
    const spelled = createToolSearch({ toolIdOf, prepared: async () => index, providers: () => [] })
    const [mail, message] = await spelled.search('send an email', { limit: 2 })
    assert.equal(mail?.slug, 'post_send_mail')
    assert.ok(mail.score > 1.3 * message!.score, `${mail.score} and ${message!.score}`)
  })

  it('knows what HTTP is', async () => {
    const web = createToolSearch({
      toolIdOf,
      prepared,
      providers: () => [providerOf([tool('http_request', 'Send an HTTP request')])],
    })
    assert.equal((await web.search('make an http request', { limit: 1 }))[0]?.slug, 'http_request')
    assert.deepEqual(termsOf('https://www.example.com'), ['exampl'])
  })
})
