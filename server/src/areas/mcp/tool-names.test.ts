import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Tool } from '@modelcontextprotocol/server'
import { newAgent, say } from '../../../test/agents/api.ts'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { base } from '../../../test/workflows/api.ts'
import { functionNames } from '../../kernel/text/function-schema.ts'
import { legacyClient, modernClient } from './testing.ts'

const app = await startTestApp({ hasPieces: false })
app.app.runs.start()
after(async () => {
  await app.app.runs.stop(0)
  await app.stop()
})

let project: TestProject
let address = ''
before(async () => {
  project = await app.newProject()
  address = await app.listen()
})

const long = 'l'.repeat(64)
const equal = ['desk.find', 'desk_find', `${long}.a`, `${long}_b`]

async function addTool(slug: string): Promise<void> {
  const { status, text } = await project.admin.post('/api/v1/tools', {
    slug,
    name: slug,
    description: `The tool ${slug}, which returns its slug.`,
    toolkitSlug: 'names',
    inputParameters: {},
    noAuth: true,
    script: { language: 'javascript', source: `return ${JSON.stringify({ slug })}` },
  })
  assert.equal(status, 200, text)
}

async function addServer(name: string, selectedTools: readonly string[]) {
  const body = { name, mode: 'NORMAL', selectedTools }
  const response = await project.admin.post('/api/v1/mcp_manager', body)
  assert.equal(response.status, 200, response.text)
  return response.body.data
}

const rpc = async (id: string, method: string, params: object = {}) =>
  (await project.admin.post(`/api/v1/mcp/${id}`, { jsonrpc: '2.0', id: 1, method, params })).body

describe('tools whose names would be equal', () => {
  before(async () => {
    for (const slug of equal) await addTool(slug)
  })

  it('have distinct names, which each lead to their own tool', async () => {
    const { id, warnings } = await addServer('equal', equal)
    const { tools } = (await rpc(id, 'tools/list')).result
    const names = tools.map(({ name }: Tool) => name)
    assert.equal(new Set(names).size, equal.length, names.join())
    assert.ok(
      names.every((name: string) => /^[A-Za-z0-9_-]{1,64}$/.test(name)),
      names.join(),
    )
    assert.equal(names[1], 'desk_find')
    for (const [at, slug] of equal.entries()) {
      const { result } = await rpc(id, 'tools/call', { name: names[at], arguments: {} })
      assert.deepEqual(result?.structuredContent, { slug })
    }
    assert.match(warnings.join(), /desk\.find is offered as desk_find_/)
    const report = (await project.admin.get(`/api/v1/mcp_manager/${id}/lint`)).body.data
    const finding = report.findings.find(({ rule }: { rule: string }) => rule === 'equal_names')
    assert.deepEqual(finding.tools, [names[0], names[3]])
    const config = (await project.admin.get(`/api/v1/mcp_manager/${id}/config`)).body.data
    assert.match(config.warnings.join(), /desk\.find/)
  })

  it('keep their names when the order of tools changes', () => {
    const one = functionNames(['a.b', 'a-b', 'a_b', 'a:b'])
    const other = functionNames(['a:b', 'a_b', 'a-b', 'a.b'])
    assert.deepEqual([...one].sort(), [...other].sort())
    assert.equal(new Set(one.values()).size, 4)
    assert.deepEqual([one.get('a_b'), one.get('a-b')], ['a_b', 'a-b'])
  })

  it('are distinct for agents too, and reported as a problem of the agent', async () => {
    const agent = await newAgent(project.admin, { tools: { mode: 'NORMAL', pinnedSlugs: equal.slice(0, 2) } })
    const { body } = await project.admin.post(`${base}/${agent}/validate`, {})
    const found = body.data.problems.find(({ code }: { code: string }) => code === 'tool_name_taken')
    assert.equal(found?.severity, 'warning', JSON.stringify(body))
    const [, name] = /desk\.find by the name (\w+)/.exec(found.message)!
    await say(project.admin, agent, `/call ${name} {}`)
    await say(project.admin, agent, '/call desk_find {}')
    const logs = await project.admin.get('/api/v1/tools/execution-logs?toolkitSlug=names&limit=2')
    const slugs = logs.body.data.map(({ toolSlug }: { toolSlug: string }) => toolSlug)
    assert.deepEqual(slugs, ['desk_find', 'desk.find'], logs.text)
  })
})

it('the report card finds names that differ in number or order alone', async () => {
  const alike = ['lookup_user', 'lookup_users', 'users-lookup', 'list_status', 'list_classes', 'class_list']
  for (const slug of alike) await addTool(slug)
  const { id } = await addServer('alike', alike)
  const report = (await project.admin.get(`/api/v1/mcp_manager/${id}/lint`)).body.data
  const found = report.findings.filter(({ rule }: { rule: string }) => rule === 'similar_names')
  assert.deepEqual(
    found.map(({ tools }: { tools: string[] }) => tools),
    [
      ['lookup_user', 'lookup_users', 'users-lookup'],
      ['list_classes', 'class_list'],
    ],
  )
})

it('a list of more than 100 tools is paged, for clients of both eras', async () => {
  const slugs = Array.from({ length: 128 }, (_, at) => `paged_${at}`)
  for (let at = 0; at < slugs.length; at += 16) await Promise.all(slugs.slice(at, at + 16).map(addTool))
  const { id } = await addServer('paged', slugs)
  const first = (await rpc(id, 'tools/list')).result
  assert.equal(first.tools.length, 100)
  const second = (await rpc(id, 'tools/list', { cursor: first.nextCursor })).result
  assert.deepEqual([second.tools.length, second.nextCursor], [28, undefined])
  const connection = { url: `${address}/api/v1/mcp/${id}`, headers: { 'x-api-key': project.adminKey } }
  for (const connect of [modernClient, legacyClient]) {
    const client = await connect(connection)
    const names: string[] = []
    let cursor: string | undefined
    do {
      const page: { tools: { name: string }[]; nextCursor?: string | undefined } = await client.listTools(
        cursor === undefined ? {} : { cursor },
      )
      names.push(...page.tools.map(({ name }) => name))
      cursor = page.nextCursor
    } while (cursor !== undefined)
    assert.deepEqual([...new Set(names)], slugs)
    await client.close()
  }
  const unknown = await rpc(id, 'tools/list', { cursor: 'x' })
  assert.equal(unknown.error?.code, -32_602)
})

it('reads never create the end user of x-username; calls of tools do', async () => {
  await addTool('noted')
  const { id } = await addServer('readers', ['noted'])
  const known = async (name: string) =>
    (await project.admin.get(`/api/v1/external-users?q=${name}`)).body.data.length
  const clientInfo = { name: 'x', version: '1' }
  const opening = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
  const path = `/api/v1/mcp/${id}`
  const send = (name: string, method: string, params: object = {}) =>
    project.admin.as(name).post(path, { jsonrpc: '2.0', id: 1, method, params })
  for (const [method, params] of [
    ['initialize', opening],
    ['tools/list', {}],
    ['resources/list', {}],
    ['prompts/list', {}],
    ['ping', {}],
  ] as const) {
    const response = await send('stranger', method, params)
    assert.ok(response.body.result, response.text)
    assert.equal(await known('stranger'), 0, method)
  }
  assert.equal((await project.admin.as('stranger').post('/api/v1/mcp', { method: 'tools/list' })).status, 200)
  assert.equal(await known('stranger'), 0)
  const called = await send('caller', 'tools/call', { name: 'noted', arguments: {} })
  assert.deepEqual(called.body.result?.structuredContent, { slug: 'noted' }, called.text)
  assert.equal(await known('caller'), 1)
  const batch = [
    { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'noted', arguments: {} } },
  ]
  assert.equal((await project.admin.as('batch-caller').post(path, batch)).status, 200)
  assert.equal(await known('batch-caller'), 1)
})
