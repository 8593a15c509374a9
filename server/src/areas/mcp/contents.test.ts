import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { uploadAs } from '../files/testing.ts'
import { legacyClient, modernClient } from './testing.ts'

const app = await startTestApp({ hasPieces: false })
const address = await app.listen()
after(async () => {
  await app.app.runs.stop(0)
  await app.stop()
})

let project: TestProject
let headers: Record<string, string>

before(async () => {
  project = await app.newProject()
  headers = { 'x-api-key': project.adminKey }
})

const urlOf = (path = '') => `${address}/api/v1/mcp${path}`
const textOf = (result: object) => (result as { content: { text: string }[] }).content[0]!.text

describe('resources', () => {
  it('are the collections that are shared with MCP clients, and files of the acting user', async () => {
    const collections = '/api/v1/table/collections'
    const create = (name: string) => project.admin.post(collections, { name, slug: name, mode: 'flexible' })
    const shared = await create('shared')
    assert.equal(shared.status, 200, shared.text)
    await create('hidden')
    await project.admin.patch(`${collections}/${shared.body.data.id}/expose-mcp`, { exposeViaMcp: true })
    await project.admin.post(`${collections}/shared/documents`, { data: { name: 'Ada' } })
    const client = await modernClient({ url: urlOf(), headers })
    const { resources } = await client.listResources()
    assert.deepEqual(
      resources.map(({ uri }) => uri),
      ['stoa://tables/shared'],
    )
    const { contents } = await client.readResource({ uri: 'stoa://tables/shared' })
    assert.match((contents[0] as { text: string }).text, /Ada/)
    await assert.rejects(client.readResource({ uri: 'stoa://tables/hidden' }))
    const rows = await client.callTool({ name: 'query_table', arguments: { collection: 'shared' } })
    assert.match(textOf(rows), /Ada/)
    await client.close()
  })
})

describe('knowledge', () => {
  it('is searched and read where it is exposed, by those who may', async () => {
    const base = '/api/v1/knowledge/collections'
    const create = async (name: string) => (await project.admin.post(base, { name })).body.data.id as string
    const [shared, hidden] = [await create('Handbook'), await create('Secrets')]
    for (const id of [shared, hidden])
      await project.admin.post(`${base}/${id}/ingest/text`, { title: 'Refunds', content: `Refunds: ${id}.` })
    await project.admin.patch(`${base}/${shared}/expose-mcp`, { exposeViaMcp: true })
    app.app.runs.start()
    const client = await modernClient({ url: urlOf(), headers })
    const uri = `stoa://knowledge/${shared}`
    const { resources } = await client.listResources()
    assert.deepEqual(
      resources
        .filter((each) => each.uri.startsWith('stoa://knowledge/'))
        .map((each) => [each.uri, each.name]),
      [[uri, 'Handbook']],
    )
    const textAt = async (at: string) =>
      ((await client.readResource({ uri: at })).contents[0] as { text: string }).text
    const found = await until(async () => {
      const result = await client.callTool({ name: 'search_knowledge', arguments: { query: 'refunds' } })
      return textOf(result).includes(shared) && textOf(result)
    }, 'the passage')
    assert.ok(!String(found).includes(hidden))
    assert.match(await textAt(uri), /text:Refunds/)
    assert.equal(await textAt(`${uri}/text:Refunds`), `Refunds: ${shared}.`)
    for (const other of [
      `stoa://knowledge/${hidden}`,
      `stoa://knowledge/${hidden}/text:Refunds`,
      `${uri}/text:No`,
    ])
      await assert.rejects(client.readResource({ uri: other }))
    const elsewhere = await client.callTool({
      name: 'search_knowledge',
      arguments: { query: 'refunds', collection: hidden },
    })
    assert.equal(elsewhere.isError, true)
    await client.close()
    const { body } = await project.admin.post('/api/v1/api-keys', { name: 'none', scopes: ['mcp:execute'] })
    const other = await legacyClient({ url: urlOf(), headers: { 'x-api-key': body.data.key } })
    assert.ok(!(await other.listTools()).tools.some(({ name }) => name === 'search_knowledge'))
    await assert.rejects(other.readResource({ uri }))
    await other.close()
  })
})

describe('files', () => {
  it('are resources of the acting user, as text or bytes, and of no one else', async () => {
    const ada = project.admin.as('ada')
    const note = await uploadAs(ada, 'note.txt', 'Hello Ada')
    const data = await uploadAs(ada, 'data.bin', Buffer.from([0, 1, 2, 255]), 'other')
    const uris = [note, data].map((file) => {
      const id = file.file?.id
      assert.ok(id, JSON.stringify(file))
      return `stoa://files/${id}`
    })
    const client = await modernClient({ url: urlOf(), headers: { ...headers, 'x-username': 'ada' } })
    const { resourceTemplates } = await client.listResourceTemplates()
    assert.ok(resourceTemplates.some(({ uriTemplate }) => uriTemplate === 'stoa://files/{id}'))
    const [text, bytes] = await Promise.all(
      uris.map(async (uri) => (await client.readResource({ uri })).contents[0]!),
    )
    assert.equal((text as { text: string }).text, 'Hello Ada')
    assert.equal((bytes as { blob: string }).blob, Buffer.from([0, 1, 2, 255]).toString('base64'))
    await client.close()
    const other = await modernClient({ url: urlOf(), headers: { ...headers, 'x-username': 'eve' } })
    await assert.rejects(other.readResource({ uri: uris[0]! }))
    await other.close()
  })
})

describe('prompts', () => {
  it('are the active skills of the project, with their files as resources', async () => {
    const instructions = 'Read references/tone.md, then write.'
    const skill = { name: 'reply', description: 'Writes replies to customers.', instructions }
    const { body } = await project.admin.post('/api/v1/skills/create', skill)
    assert.ok(body.data?.id, JSON.stringify(body))
    const client = await modernClient({ url: urlOf(), headers })
    const { prompts } = await client.listPrompts()
    assert.deepEqual(
      prompts.map(({ name, description }) => [name, description]),
      [['reply', skill.description]],
    )
    const { messages } = await client.getPrompt({ name: 'reply', arguments: { task: 'Thank Ada.' } })
    const { text } = messages[0]!.content as { text: string }
    assert.ok(text.includes(instructions) && text.includes('Thank Ada.'), text)
    const { contents } = await client.readResource({ uri: 'stoa://skills/reply/SKILL.md' })
    assert.match((contents[0] as { text: string }).text, /Writes replies/)
    await assert.rejects(client.readResource({ uri: 'stoa://skills/reply/..%2Fsecret' }))
    await assert.rejects(client.getPrompt({ name: 'unknown' }), { code: -32602 })
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri: 'stoa://skills/{skill}/{+path}' },
      argument: { name: 'skill', value: 're' },
    })
    assert.deepEqual(completion.values, ['reply'])
    await client.close()
  })

  it('are none for a key without the scope of skills', async () => {
    const { body } = await project.admin.post('/api/v1/api-keys', {
      name: 'no skills',
      scopes: ['mcp:execute'],
    })
    const client = await legacyClient({ url: urlOf(), headers: { 'x-api-key': body.data.key } })
    assert.deepEqual((await client.listPrompts()).prompts, [])
    await assert.rejects(client.getPrompt({ name: 'reply' }))
    await client.close()
  })
})
