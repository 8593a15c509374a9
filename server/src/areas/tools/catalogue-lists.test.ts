import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp, type TestProject } from '../../../test/harness.ts'

const base = '/api/v1/tools'

let app: TestApp
let project: TestProject
/** Tools whose documents were opened. */
let opened: string[] = []

before(async () => {
  app = await startTestApp({ hasToolCatalogue: true, hasPieces: false })
  project = await app.newProject()
  const shipped = app.app.toolkits.providers.find(({ name }) => name === 'openapi-catalogue')!
  const { findTool } = shipped
  shipped.findTool = (slug) => {
    opened.push(slug)
    return findTool(slug)
  }
})
after(() => app.stop())

type Item = { slug: string; provider: string; schemaTokens: number; inputParameters?: object }

describe('lists over the shipped catalogue', () => {
  test('walk through it without opening a document', async () => {
    let total = 0
    for (const page of [1, 50, 300, 650]) {
      const { status, body } = await project.admin.get(`${base}?limit=100&page=${page}&kind=all`)
      assert.equal(status, 200)
      const items = body.data as Item[]
      assert.equal(items.length, 100)
      total = body.total
      for (const { slug, provider, schemaTokens, inputParameters } of items.filter(
        (each) => each.provider === 'OPENAPI',
      )) {
        assert.ok(schemaTokens > 0, slug)
        assert.ok(!inputParameters, `${slug} of ${provider} has no schemas in a list`)
      }
    }
    assert.ok(total > 60_000)
    for (const filter of ['toolkitSlug=github&limit=50', 'category=crm', 'tags=issues', 'q=create an issue'])
      assert.equal((await project.admin.get(`${base}?${filter}`)).status, 200)
    await project.admin.post(`${base}/search`, { query: 'create an issue', limit: 20 })
    await project.admin.get('/api/v1/toolkits?limit=100')
    await project.admin.get('/api/v1/toolkits/with-tools?limit=20')
    await project.admin.get('/api/v1/toolkits/byId/github')
    assert.deepEqual(opened, [])
  })

  test('lead from what someone wants to do to the tools for it', async () => {
    const slugsFor = async (query: string): Promise<string[]> =>
      (await project.admin.post(`${base}/search`, { query, limit: 5 })).body.data.map(
        ({ slug }: Item) => slug,
      )
    const mail = await slugsFor('send an email')
    for (const slug of mail) assert.match(slug, /^(\w*mail\w*|sendgrid|postmark|clicksend)_|_send_mail$/)
    // Not only services for sending mail: also where people have their mail.
    for (const slug of ['gmail_users_messages_send', 'microsoft-graph_me_send_mail'])
      assert.ok(mail.includes(slug), mail.join())
    const [first] = await slugsFor('send a message to slack')
    assert.match(first!, /^slack.*_chat_post_message$/)
  })

  test('give the schemas of the tools on the page to those who name them', async () => {
    opened = []
    const { body } = await project.admin.get(
      `${base}?toolkitSlug=telegram&limit=5&fields=slug,inputParameters`,
    )
    assert.equal(body.data.length, 5)
    assert.equal(opened.length, 5)
    for (const { inputParameters } of body.data as Item[]) assert.ok(inputParameters)
  })

  test('give the schemas of tools that are in no document to everyone', async () => {
    const { body } = await project.admin.get(`${base}?toolkitSlug=datetime&limit=3`)
    for (const { inputParameters } of body.data as Item[]) assert.ok(inputParameters)
  })

  test('support every order, with the project’s own in between', async () => {
    const made = await project.admin.post(base, {
      slug: 'mmm_own',
      name: 'List own things',
      description: 'Own',
      toolkitSlug: 'mmm',
      noAuth: true,
      inputParameters: { type: 'object' },
    })
    assert.equal(made.status, 200, made.text)
    const sortValueOf = (item: Record<string, unknown>, by: string) =>
      typeof item[by] === 'string' ? (item[by] as string).toLowerCase() : (item[by] as number)
    for (const by of ['name', 'slug', 'toolkitSlug', 'popularityScore'])
      for (const sortOrder of ['ASC', 'DESC'])
        for (const page of [1, 300]) {
          const path = `${base}?limit=100&page=${page}&kind=all&sortBy=${by}&sortOrder=${sortOrder}`
          const values = (await project.admin.get(path)).body.data.map((item: Record<string, unknown>) =>
            sortValueOf(item, by),
          )
          const isOrdered = values.every((value: string | number, i: number) =>
            i === 0 || sortOrder === 'ASC' ? i === 0 || values[i - 1] <= value : values[i - 1] >= value,
          )
          assert.ok(isOrdered, path)
        }
    for (const sortOrder of ['ASC', 'DESC']) {
      // Only the project's own have a time, and what has none comes last.
      const { body } = await project.admin.get(`${base}?limit=3&sortBy=createdAt&sortOrder=${sortOrder}`)
      const slugs = body.data.map(({ slug }: Item) => slug)
      assert.equal(slugs[0], 'mmm_own')
      assert.deepEqual(slugs.slice(1), slugs.slice(1).sort())
    }
    const { body } = await project.admin.get(
      `${base}?toolkitSlug=mmm,telegram&limit=100&sortBy=slug&sortOrder=ASC`,
    )
    assert.equal(body.data[0].slug, 'mmm_own')
  })
})
