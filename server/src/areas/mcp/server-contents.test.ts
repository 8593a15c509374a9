import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { sql } from '../../kernel/db/db.ts'
import { uploadAs } from '../files/testing.ts'
import { legacyClient, modernClient } from './testing.ts'

const app = await startTestApp({ hasPieces: false })
const address = await app.listen()
after(() => app.stop())

let project: TestProject
let base: string
let url: string

before(async () => {
  project = await app.newProject()
  base = await newServer({ name: 'shop' })
  url = `${address}/api/v1/mcp/shop`
})

async function newServer(body: object): Promise<string> {
  const { status, text, body: made } = await project.admin.post('/api/v1/mcp_manager', body)
  assert.equal(status, 200, text)
  return `/api/v1/mcp_manager/${made.data.id}`
}

async function make(kind: 'resources' | 'prompts', body: object, server = base) {
  const { status, text, body: made } = await project.admin.post(`${server}/${kind}`, body)
  assert.equal(status, 200, text)
  return made.data as { id: string; version: number } & Record<string, unknown>
}

const says = (text: string) => [{ role: 'user', content: { type: 'text', text } }]
const headers = () => ({ 'x-api-key': project.adminKey })
const textOf = (content: object | undefined) => (content as { text: string }).text

/** The same checks with the official client of each era. */
async function withClients(
  check: (client: Awaited<ReturnType<typeof modernClient>>) => Promise<void>,
  connection = { url, headers: headers() as Record<string, string> },
): Promise<void> {
  for (const open of [modernClient, legacyClient]) {
    const client = (await open(connection)) as Awaited<ReturnType<typeof modernClient>>
    await check(client).finally(() => client.close())
  }
}

describe('resources of a server', () => {
  it('are created, listed, read by clients of both eras, changed and deleted', async () => {
    const made = await make('resources', {
      uri: 'shop://prices',
      name: 'Prices',
      title: 'All prices',
      description: 'In euros.',
      mimeType: 'text/markdown',
      text: '# Prices\nTea: 4 €',
    })
    assert.deepEqual([made.isTemplate, made.fileId, made.version], [false, null, 1])
    await withClients(async (client) => {
      const { resources } = await client.listResources()
      assert.deepEqual(resources[0], {
        uri: 'shop://prices',
        name: 'Prices',
        title: 'All prices',
        description: 'In euros.',
        mimeType: 'text/markdown',
      })
      const { contents } = await client.readResource({ uri: 'shop://prices' })
      assert.deepEqual(contents, [
        { uri: 'shop://prices', mimeType: 'text/markdown', text: '# Prices\nTea: 4 €' },
      ])
    })
    const path = `${base}/resources/${made.id}`
    const stale = await project.admin.patch(path, { text: 'x' }, { 'if-match': '"7"' })
    assert.equal(stale.status, 412)
    const changed = await project.admin.patch(path, { text: 'Tea: 5 €', title: null })
    assert.deepEqual(
      [changed.body.data.text, changed.body.data.title, changed.body.data.mimeType],
      ['Tea: 5 €', null, 'text/markdown'],
    )
    const listed = await project.admin.get(`${base}/resources?q=euros`)
    assert.deepEqual(
      [listed.body.total, listed.body.data[0].uri, 'text' in listed.body.data[0]],
      [1, 'shop://prices', false],
    )
    assert.equal((await project.admin.delete(path)).status, 200)
    assert.equal((await project.admin.get(path)).body.error.code, 'mcp_resource_not_found')
    await withClients((client) => assert.rejects(client.readResource({ uri: 'shop://prices' })))
  })

  it('are templates where the URI has variables', async () => {
    await make('resources', {
      uri: 'shop://orders/{id}/{part}',
      name: 'Order',
      mimeType: 'application/json',
      text: '{"order":"{{id}}","part":"{{ part }}","shop":"{{no}"}',
    })
    await withClients(async (client) => {
      const { resourceTemplates } = await client.listResourceTemplates()
      assert.ok(resourceTemplates.some(({ uriTemplate }) => uriTemplate === 'shop://orders/{id}/{part}'))
      const { resources } = await client.listResources()
      assert.ok(!resources.some(({ uri }) => uri.includes('{')))
      const uri = 'shop://orders/%7B%7Bpart%7D%7D/b%C3%A4r'
      const { contents } = await client.readResource({ uri })
      assert.deepEqual(contents, [
        {
          uri,
          mimeType: 'application/json',
          text: '{"order":"{{part}}","part":"bär","shop":"{{no}"}',
        },
      ])
      for (const other of [
        'shop://orders/1',
        'shop://orders/1/2/3',
        'shop://orders/../../etc/passwd',
        'shop://orders/{id}/{part}',
        'shop://orders/%/%',
        'shop://',
        'ä',
        '',
        `shop://prices/${'x'.repeat(10_000)}`,
      ]) {
        const read = client.readResource({ uri: other })
        // The template itself is a URI of itself: each variable has its name in braces as value.
        if (other.includes('{')) assert.match(textOf((await read).contents[0]), /"order":"\{id\}"/)
        else await assert.rejects(read, /not found/i, other.slice(0, 100))
      }
    })
  })

  it('are files of the project, which all clients of the server read', async () => {
    const ada = project.admin.as('ada')
    const { file } = await uploadAs(ada, 'logo.bin', Buffer.from([0, 1, 255]), 'other')
    const fileId = file!.id
    const hidden = await project.admin
      .as('eve')
      .post(`${base}/resources`, { uri: 'shop://eve', name: 'E', fileId })
    assert.deepEqual([hidden.status, hidden.body.error.code], [404, 'file_not_found'])
    const { body: made } = await ada.post(`${base}/resources`, { uri: 'shop://logo', name: 'Logo', fileId })
    assert.equal(made.data.mimeType, file!.mimeType)
    const read = (username: string) =>
      withClients(
        async (client) => {
          const { contents } = await client.readResource({ uri: 'shop://logo' })
          assert.equal((contents[0] as { blob: string }).blob, 'AAH/')
        },
        { url, headers: { ...headers(), 'x-username': username } },
      )
    await read('ada')
    await read('eve')
    const references = () => ada.get(`/api/v1/file/meta/${fileId}/references`)
    assert.deepEqual(
      (await references()).body.data.map(({ kind, id }: Record<string, string>) => [kind, id]),
      [['mcp_resource', made.data.id]],
    )
    const replaced = await ada.patch(`${base}/resources/${made.data.id}`, { text: 'none' })
    assert.deepEqual(
      [replaced.body.data.fileId, replaced.body.data.text, replaced.body.data.mimeType],
      [null, 'none', 'text/plain'],
    )
    assert.deepEqual((await references()).body.data, [])
    await ada.patch(`${base}/resources/${made.data.id}`, { fileId })
    assert.equal((await references()).body.total, 1)
    await ada.delete(`/api/v1/file/${fileId}`)
    await withClients((client) => assert.rejects(client.readResource({ uri: 'shop://logo' }), /not found/i))
  })

  it('a key that reads no files cannot give one away', async () => {
    const { file } = await uploadAs(project.admin, 'note.txt', 'Hello')
    const { body } = await project.admin.post('/api/v1/api-keys', { name: 'mcp', scopes: ['mcp:write'] })
    const narrow = app.callerWith({ 'x-api-key': body.data.key })
    const refused = await narrow.post(`${base}/resources`, { uri: 'shop://n', name: 'n', fileId: file!.id })
    assert.equal(refused.status, 403, refused.text)
  })

  it('400 and 409 say what is wrong', async () => {
    await make('resources', { uri: 'shop://taken', name: 'Taken', text: 'x' })
    for (const [body, status, message] of [
      [
        { uri: 'shop://taken', name: 'b', text: '' },
        409,
        /already has a resource with the URI shop:\/\/taken/,
      ],
      [{ uri: 'shop://x', name: 'b' }, 400, /text is required unless fileId/],
      [{ uri: 'shop://x', name: 'b', text: '', fileId: project.id }, 400, /text is required unless fileId/],
      [{ uri: 'shop://x', name: 'b', text: '', mimeTyp: 'a/b' }, 400, /did you mean mimeType/],
      [{ uri: 'shop://x', name: 'b', text: '', mimeType: 'text' }, 400, /media type/],
      [{ uri: 'shop://x/{order}', name: 'b', text: '{{ordr}}' }, 400, /did you mean \{\{order\}\}/],
      [
        { uri: 'shop://x/{order}', name: 'b', fileId: project.id },
        400,
        /fileId is not allowed in a template/,
      ],
      [{ uri: 'shop://x', name: 'b', text: 'ä'.repeat(140_000) }, 400, /upload a larger one/],
      [{ uri: 'stoa://files/x', name: 'b', text: '' }, 400, /must not begin with stoa:/],
    ] as const) {
      const refused = await project.admin.post(`${base}/resources`, body)
      assert.equal(refused.status, status, refused.text)
      assert.match(refused.body.message, message)
    }
    const other = await make('resources', { uri: 'shop://other', name: 'Other', text: '' })
    const renamed = await project.admin.patch(`${base}/resources/${other.id}`, { uri: 'shop://taken' })
    assert.deepEqual([renamed.status, renamed.body.error.code], [409, 'slug_conflict'])
  })

  it('a text of a template is bounded when it is filled in', async () => {
    await make('resources', { uri: 'big://{a}', name: 'Big', text: '{{a}}'.repeat(20_000) })
    await withClients(async (client) => {
      await assert.rejects(
        client.readResource({ uri: `big://${'x'.repeat(10_000)}` }),
        /would have 200000000 characters/,
      )
    })
  })
})

describe('prompts of a server', () => {
  it('are created, listed, filled in for clients of both eras, and completed', async () => {
    await make('prompts', {
      name: 'letter',
      title: 'Letter',
      description: 'To a customer.',
      arguments: [
        { name: 'topic', description: 'About it.', required: true },
        { name: 'tone', title: 'Tone', suggestions: ['friendly', 'formal', 'Frank'] },
      ],
      messages: [
        ...says('Write about {{topic}}, {{ tone }}. Keep {{ this.one }} and {braces}.'),
        { role: 'assistant', content: { type: 'text', text: 'Yes.' } },
        { role: 'user', content: { type: 'resource_link', uri: 'shop://{{topic}}', name: '{{topic}}' } },
        {
          role: 'user',
          content: { type: 'resource', resource: { uri: 'shop://{{topic}}', text: '{{tone}}' } },
        },
      ],
    })
    await withClients(async (client) => {
      const { prompts } = await client.listPrompts()
      assert.deepEqual(prompts, [
        {
          name: 'letter',
          title: 'Letter',
          description: 'To a customer.',
          arguments: [
            { name: 'topic', description: 'About it.', required: true },
            { name: 'tone', description: '', required: false },
          ],
        },
      ])
      const { messages } = await client.getPrompt({ name: 'letter', arguments: { topic: '{{tone}} $&' } })
      assert.equal(
        textOf(messages[0]!.content),
        'Write about {{tone}} $&, . Keep {{ this.one }} and {braces}.',
      )
      assert.deepEqual(
        messages.map(({ role, content }) => [role, content.type]),
        [
          ['user', 'text'],
          ['assistant', 'text'],
          ['user', 'resource_link'],
          ['user', 'resource'],
        ],
      )
      const { completion } = await client.complete({
        ref: { type: 'ref/prompt', name: 'letter' },
        argument: { name: 'tone', value: 'FR' },
      })
      assert.deepEqual(completion.values, ['friendly', 'Frank'])
    })
  })

  it('have titles of arguments, which the clients of the SDK leave out', async () => {
    const { text } = await project.admin.post('/api/v1/mcp/shop', { method: 'prompts/list' })
    assert.match(text, /"title":"Tone"/)
  })

  it('refuse arguments that are missing, unknown, of another type or too long', async () => {
    await make('prompts', {
      name: 'count',
      arguments: [{ name: 'number', required: true }],
      messages: says('{{number}}'.repeat(20_000)),
    })
    const cases = [
      [{}, /Missing arguments: number/],
      [{ numbr: '1', number: '1' }, /Unknown argument: numbr. Did you mean number\?/],
      [
        { number: 7 as unknown as string },
        /Invalid params for prompts\/get: arguments.number: .*expected string/,
      ],
      [{ number: 'x'.repeat(10_000) }, /would have 200000\d* characters/],
    ] as const
    await withClients(async (client) => {
      for (const [given, message] of cases)
        await assert.rejects(
          client.getPrompt({ name: 'count', arguments: given as Record<string, string> }),
          {
            code: -32602,
            message,
          },
        )
      await assert.rejects(client.getPrompt({ name: 'cuont' }), /Did you mean count\?/)
    })
  })

  it('keep their name; a skill of the same name has a hash behind it', async () => {
    const instructions = 'Reply kindly.'
    await project.admin.post('/api/v1/skills/create', {
      name: 'answer',
      description: 'Answers.',
      instructions,
    })
    const made = await make('prompts', { name: 'answer', messages: says('Of the server.') })
    await withClients(async (client) => {
      const names = (await client.listPrompts()).prompts.map(({ name }) => name)
      const renamed = names.find((name) => /^answer_[0-9a-f]{8}$/.test(name))
      assert.ok(names.includes('answer') && renamed, names.join())
      const text = async (name: string) =>
        textOf((await client.getPrompt({ name, arguments: {} })).messages[0]!.content)
      assert.equal(await text('answer'), 'Of the server.')
      assert.equal(await text(renamed), instructions)
    })
    await project.admin.delete(`${base}/prompts/${made.id}`)
    await withClients(async (client) => {
      const { messages } = await client.getPrompt({ name: 'answer', arguments: {} })
      assert.equal(textOf(messages[0]!.content), instructions)
    })
  })

  it('400 and 409 say what is wrong', async () => {
    await make('prompts', { name: 'taken', messages: says('x') })
    const topic = [{ name: 'topic' }]
    for (const [body, status, message] of [
      [{ name: 'taken', messages: says('x') }, 409, /already has a prompt with the name taken/],
      [
        { name: 'x', messages: says('{{topik}}'), arguments: topic },
        400,
        /messages\/0\/content\/text has \{\{topik\}\}, .*did you mean \{\{topic\}\}/,
      ],
      [{ name: 'x', messages: [] }, 400, /messages/],
      [{ name: 'a b', messages: says('x') }, 400, /letters, digits/],
      [{ name: 'x', messages: says('x'), arguments: [...topic, ...topic] }, 400, /different names/],
      [
        { name: 'x', messages: says('x'), arguments: [{ name: 'a', requird: true }] },
        400,
        /did you mean required/,
      ],
      [{ name: 'x', messages: [{ role: 'system', content: { type: 'text', text: 'x' } }] }, 400, /role/],
      [
        {
          name: 'x',
          messages: [{ role: 'user', content: { type: 'image', data: '!', mimeType: 'image/png' } }],
        },
        400,
        /data/,
      ],
      [{ name: 'x', messages: says('x'.repeat(600_000)) }, 400, /524288 bytes/],
    ] as const) {
      const refused = await project.admin.post(`${base}/prompts`, body)
      assert.equal(refused.status, status, refused.text)
      assert.match(refused.body.message, message)
    }
    const changed = await make('prompts', { name: 'changed', arguments: topic, messages: says('{{topic}}') })
    const path = `${base}/prompts/${changed.id}`
    const without = await project.admin.patch(path, { arguments: [] })
    assert.match(without.body.message, /\{\{topic\}\}, which is no argument/)
    const renamed = await project.admin.patch(path, { name: 'taken' })
    assert.equal(renamed.status, 409)
    const both = await project.admin.patch(path, { arguments: [], messages: says('plain') })
    assert.deepEqual([both.status, both.body.data.version], [200, 2])
  })
})

describe('who sees them', () => {
  it('clients of that server alone, also without credentials where it is public', async () => {
    const open = await newServer({ name: 'open', mode: 'NORMAL', isPublic: true })
    await make('resources', { uri: 'open://hours', name: 'Hours', text: 'All day.' }, open)
    await make('prompts', { name: 'visit', messages: says('Plan a visit.') }, open)
    const { body } = await project.admin.get(open)
    const table = '/api/v1/table/collections'
    const { body: made } = await project.admin.post(table, {
      name: 'shared',
      slug: 'shared',
      mode: 'flexible',
    })
    await project.admin.patch(`${table}/${made.data.id}/expose-mcp`, { exposeViaMcp: true })
    await withClients(
      async (client) => {
        assert.deepEqual(
          (await client.listResources()).resources.map(({ uri }) => uri),
          ['open://hours'],
        )
        assert.deepEqual(
          (await client.listPrompts()).prompts.map(({ name }) => name),
          ['visit'],
        )
        const { contents } = await client.readResource({ uri: 'open://hours' })
        assert.equal(textOf(contents[0]), 'All day.')
        for (const uri of ['stoa://tables/shared', 'shop://taken'])
          await assert.rejects(client.readResource({ uri }))
        await assert.rejects(client.getPrompt({ name: 'taken' }))
      },
      { url: `${address}${new URL(body.data.publicUrl).pathname}`, headers: {} },
    )
    await withClients((client) => assert.rejects(client.readResource({ uri: 'open://hours' })))
    await withClients((client) => assert.rejects(client.readResource({ uri: 'open://hours' })), {
      url: `${address}/api/v1/mcp`,
      headers: headers(),
    })
  })

  it('an end user by a token, and no one of another project', async () => {
    await make('resources', { uri: 'shop://for-users', name: 'Users', text: 'Hello' })
    const { body: user } = await project.admin.get('/api/v1/external-users/username/ada')
    const { body } = await project.admin.post(`/api/v1/external-users/${user.data.id}/tokens`, {})
    await withClients(
      async (client) => {
        const { contents } = await client.readResource({ uri: 'shop://for-users' })
        assert.equal(textOf(contents[0]), 'Hello')
      },
      { url, headers: { authorization: `Bearer ${body.data.token}` } },
    )
    const other = await app.newProject()
    assert.equal((await other.admin.get(`${base}/resources`)).body.error.code, 'mcp_server_not_found')
    assert.equal((await other.admin.post(`${base}/prompts`, { name: 'x', messages: says('x') })).status, 404)
  })
})

it('lists have pages of 100, and there is a limit', async () => {
  const server = await newServer({ name: 'many' })
  const id = server.split('/').at(-1)!
  await make('resources', { uri: 'many://0', name: 'n', text: '' }, server)
  await app.db.rows(sql`
    insert into mcp_content (project_id, id, server_id, kind, key, name, description, facts, body, created_at, updated_at)
    select project_id, gen_random_uuid(), server_id, kind, 'many://' || n, name, description, facts, body, created_at,
      updated_at
    from mcp_content, generate_series(1, 499) n where server_id = ${id}`)
  const sizes: number[] = []
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const listing = { jsonrpc: '2.0', id: 1, method: 'resources/list', params: cursor ? { cursor } : {} }
    const { body } = await project.admin.post('/api/v1/mcp/many', listing)
    sizes.push(body.result.resources.length)
    cursor = body.result.nextCursor
  }
  assert.deepEqual(sizes.slice(0, 5), [100, 100, 100, 100, 100])
  const refused = await project.admin.post(`${server}/resources`, { uri: 'many://x', name: 'n', text: '' })
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'mcp_resource_limit_reached'])
})

it('reads are in the call log, changes in the audit log, and all of it goes with the server', async () => {
  const server = await newServer({ name: 'leaving' })
  const { file } = await uploadAs(project.admin, 'terms.txt', 'Terms')
  const resource = await make(
    'resources',
    { uri: 'leaving://terms', name: 'Terms', fileId: file!.id },
    server,
  )
  const prompt = await make('prompts', { name: 'sum-up', messages: says('Sum up.') }, server)
  await withClients(
    async (client) => {
      await client.readResource({ uri: 'leaving://terms' })
      await client.getPrompt({ name: 'sum-up' })
      await assert.rejects(client.readResource({ uri: `leaving://${'x'.repeat(10_000)}` }))
    },
    { url: `${address}/api/v1/mcp/leaving`, headers: headers() },
  )
  const calls = await project.admin.get(`${server}/calls?sortOrder=ASC`)
  assert.deepEqual(
    calls.body.data.map((call: Record<string, unknown>) => [
      call.method,
      String(call.target).slice(0, 15),
      call.successful,
    ]),
    [1, 2].flatMap(() => [
      ['resources/read', 'leaving://terms', true],
      ['prompts/get', 'sum-up', true],
      ['resources/read', 'leaving://xxxxx', false],
    ]),
  )
  await project.admin.patch(`${server}/prompts/${prompt.id}`, { description: 'Short.' })
  await project.admin.delete(`${server}/prompts/${prompt.id}`)
  const audit = await project.admin.get('/api/v1/audit-log?limit=100')
  const actions = audit.body.data
    .filter(({ target }: { target: { id: string } }) => [resource.id, prompt.id].includes(target.id))
    .map(({ action }: { action: string }) => action)
  assert.deepEqual(actions.toSorted(), [
    'mcp_prompt.created',
    'mcp_prompt.deleted',
    'mcp_prompt.updated',
    'mcp_resource.created',
  ])
  await project.admin.delete(server)
  const references = await project.admin.get(`/api/v1/file/meta/${file!.id}/references`)
  assert.deepEqual(references.body.data, [])
  const [left] = await app.db.rows<{ count: number }>(sql`
    select count(*)::int as count from mcp_content where server_id = ${server.split('/').at(-1)!}`)
  assert.equal(left!.count, 0)
})
