import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createVersionSweep } from '../../src/areas/workflows/service/definitions/prune-versions.ts'
import { sql } from '../../src/kernel/db/db.ts'
import { base } from './api.ts'
import { graph, startDefinitionsApp } from './definitions-app.ts'

const { app, project, made } = await startDefinitionsApp()

describe('list', () => {
  test('200: filtered, searched, without definitions where no one wants them', async () => {
    const own = await app.newProject()
    const workflow = await made({ name: 'Find me', graph }, own.admin)
    await made({ name: 'An agent' }, own.admin)
    const one = async (query: string) => (await own.admin.get(`${base}/list?${query}`)).body
    assert.equal((await one('')).total, 2)
    assert.equal((await one('q=find')).data[0].id, workflow.id)
    assert.equal((await one('workflowType=agent')).data[0].name, 'An agent')
    assert.equal((await one('isActive=true')).total, 0)
    assert.equal((await one('lifecycle=ready&workflowType=static')).total, 1)
    assert.equal((await one('q=find')).data[0].graph.nodes.length, 3)
    const names = (await one('fields=id,name&sortBy=name&sortOrder=asc')).data
    assert.deepEqual(
      names.map(({ name }: { name: string }) => name),
      ['An agent', 'Find me'],
    )
    assert.equal(names[0].graph, undefined)
  })

  test('200: a page of large graphs leaves out what is beyond 4 MiB', async () => {
    const own = await app.newProject()
    const nodes = Array.from({ length: 7 }, (_, i) => ({
      id: `n${i}`,
      type: 'code',
      code: 'x'.repeat(256 * 1024),
    }))
    for (const name of ['a', 'b', 'c']) await made({ name, graph: { nodes, edges: [] } }, own.admin)
    const { body } = await own.admin.get(`${base}/list?sortBy=name&sortOrder=asc`)
    assert.deepEqual(
      body.data.map((each: { graph?: object; definitionOmitted?: boolean }) => [
        each.graph !== undefined,
        each.definitionOmitted,
      ]),
      [
        [true, undefined],
        [true, undefined],
        [false, true],
      ],
    )
  })
})

describe('delete', () => {
  test('200 without data, then 404; 400 for what is no id', async () => {
    const workflow = await made({ graph })
    const deleted = await project.admin.delete(`${base}/delete/${workflow.id}`)
    assert.equal(deleted.status, 200)
    assert.equal('data' in deleted.body, false)
    assert.equal((await project.admin.delete(`${base}/delete/${workflow.id}`)).status, 404)
    assert.equal((await project.admin.get(`${base}/detail/${workflow.id}`)).status, 404)
    assert.equal((await project.admin.delete(`${base}/delete/not-an-id`)).status, 400)
  })

  test('409 while an active workflow uses it, unless it is forced', async () => {
    const inner = await made({ name: 'Inner', graph })
    await project.admin.patch(`${base}/activeStatus/${inner.id}`, { activeStatus: true })
    const outer = await made({
      name: 'Outer',
      graph: {
        nodes: [
          { type: 'start' },
          { id: 'sub', type: 'subflow', workflowId: inner.id, inputMapping: { name: 'x' } },
          { type: 'end' },
        ],
        edges: [
          { from: 'start', to: 'sub' },
          { from: 'sub', to: 'end' },
        ],
      },
    })
    await project.admin.patch(`${base}/activeStatus/${outer.id}`, { activeStatus: true })
    const refused = await project.admin.delete(`${base}/delete/${inner.id}`)
    assert.equal(refused.status, 409)
    assert.equal(refused.body.error.code, 'workflow_in_use')
    assert.deepEqual(refused.body.error.usedBy[0].name, 'Outer')
    assert.equal((await project.admin.delete(`${base}/delete/${inner.id}?force=true`)).status, 200)
    const parent = await project.admin.get(`${base}/detail/${outer.id}`)
    assert.equal(parent.body.data.warnings[0].code, 'workflow_not_found')
  })

  test('200: a parent that lists it as sub-agent stays valid and shows a warning', async () => {
    const child = await made({ agent: { prompt: 'Child' } })
    const parent = await made({ agent: { prompt: 'Parent', subAgentIds: [child.id] } })
    assert.deepEqual(parent.warnings, [])
    assert.equal((await project.admin.delete(`${base}/delete/${child.id}`)).status, 200)
    const { body } = await project.admin.get(`${base}/detail/${parent.id}`)
    assert.deepEqual([body.data.lifecycle, body.data.warnings[0].path], ['ready', '/agent/subAgentIds/0'])
  })
})

describe('end users', () => {
  test('404 for the private workflow of another; those of the project and public ones can be read, not changed', async () => {
    const [alice, bob] = [project.admin.as('alice'), project.admin.as('bob')]
    const own = await made({ name: 'Private', graph }, alice)
    const shared = await made({ name: 'Public', graph, isPublic: true }, alice)
    const ofProject = await made({ name: 'Project', graph })
    assert.notEqual(own.ownerId, project.id)
    await made({ name: 'Bob', graph }, bob)
    assert.equal((await bob.get(`${base}/detail/${own.id}`)).status, 404)
    assert.equal((await bob.patch(`${base}/update/${own.id}`, { name: 'x' })).status, 404)
    assert.equal((await bob.delete(`${base}/delete/${own.id}`)).status, 404)
    for (const { id } of [shared, ofProject]) {
      const read = await bob.get(`${base}/detail/${id}`)
      assert.deepEqual([read.status, read.body.data.isOwn], [200, false])
      const refused = await bob.patch(`${base}/update/${id}`, { name: 'x' })
      assert.deepEqual([refused.status, refused.body.error.code], [403, 'not_owner'])
    }
    assert.equal((await project.admin.get(`${base}/detail/${own.id}`)).status, 404)
    const across = { 'x-act-across-users': 'true' }
    assert.equal((await project.admin.get(`${base}/detail/${own.id}`, across)).status, 200)
  })

  test("422: another user's private workflow cannot be used in a graph", async () => {
    const secret = await made({ name: 'Secret of alice', graph }, project.admin.as('alice'))
    const outer = await made(
      {
        graph: {
          nodes: [{ type: 'start' }, { id: 'sub', type: 'subflow', workflowId: secret.id }, { type: 'end' }],
          edges: [],
        },
      },
      project.admin.as('bob'),
    )
    const refused = await project.admin
      .as('bob')
      .patch(`${base}/activeStatus/${outer.id}`, { activeStatus: true })
    assert.equal(refused.status, 422)
    assert.doesNotMatch(refused.text, /Secret of alice/)
  })

  test('404 for ids of another project', async () => {
    const other = await app.newProject()
    const workflow = await made({ graph })
    assert.equal((await other.admin.get(`${base}/detail/${workflow.id}`)).status, 404)
  })
})

describe('deleting an end user', () => {
  test('200: takes workflows along, counts and exports them', async () => {
    const carol = project.admin.as('carol')
    const workflow = await made({ name: 'Of carol', graph }, carol)
    const user = `/api/v1/external-users/${workflow.ownerId}`
    const archive = await project.admin.get(`${user}/export`)
    assert.match(archive.text, /"type":"workflow".*"name":"Of carol"/)
    const deleted = await project.admin.delete(user)
    assert.deepEqual([deleted.status, deleted.body.data.workflows], [200, 1])
    const across = { 'x-act-across-users': 'true' }
    assert.equal((await project.admin.get(`${base}/detail/${workflow.id}`, across)).status, 404)
  })

  test('200: merging gives them to the other one', async () => {
    const from = await made({ graph }, project.admin.as('dave'))
    const into = await made({ graph }, project.admin.as('erin'))
    const merged = await project.admin.post(`/api/v1/external-users/${from.ownerId}/merge`, {
      intoId: into.ownerId,
    })
    assert.equal(merged.status, 200, merged.text)
    const read = await project.admin.as('erin').get(`${base}/detail/${from.id}`)
    assert.equal(read.body.data.ownerId, into.ownerId)
  })
})

describe('versions', () => {
  test('200: listed newest first, read under both names, compared, restored', async () => {
    const workflow = await made({ graph })
    const url = `${base}/${workflow.id}/versions`
    const next = {
      ...graph,
      nodes: [
        ...graph.nodes.map((node) =>
          node.id === 'shout' ? { ...node, inputMapping: { text: 'x', to: 'lower' } } : node,
        ),
        { id: 'extra', type: 'set', values: { a: 1 } },
      ],
      edges: [...graph.edges, { from: 'start', to: 'extra' }],
    }
    await project.admin.patch(`${base}/update/${workflow.id}`, { graph: next, note: 'Lower' })
    const list = await project.admin.get(url)
    assert.deepEqual(
      list.body.data.map((each: { version: string; note: string; isNewest: boolean }) => [
        each.version,
        each.note,
        each.isNewest,
      ]),
      [
        ['1.0.1', 'Lower', true],
        ['1.0.0', '', false],
      ],
    )
    const first = await project.admin.get(`${url}/1.0.0`)
    assert.deepEqual(first.body.data.graph, (await project.admin.get(`${url}/1`)).body.data.graph)
    const { data: diff } = (await project.admin.get(`${url}/2/diff`)).body
    assert.deepEqual([diff.before, diff.after, diff.isSame], ['1.0.0', '1.0.1', false])
    assert.deepEqual(diff.nodes.added, [{ id: 'extra', type: 'set', name: null }])
    assert.deepEqual(
      diff.nodes.changed[0].changes.map(({ path }: { path: string }) => path),
      ['/inputMapping/text', '/inputMapping/to'],
    )
    assert.deepEqual(diff.edges.added, [{ from: 'start', to: 'extra' }])
    const restored = await project.admin.post(`${url}/1/restore`)
    assert.deepEqual([restored.status, restored.body.data.version], [200, '1.0.2'])
    assert.equal((await project.admin.get(`${url}/3/diff?with=1`)).body.data.isSame, true)
    assert.equal((await project.admin.get(`${url}/9`)).status, 404)
    assert.equal((await project.admin.get(`${url}/x`)).status, 404)
    assert.equal((await project.admin.get(`${url}/2/diff?with=x`)).status, 400)
  })
})

describe('the sweep', () => {
  test('forgets old versions beyond the newest hundred, except those with a note and the active one', async () => {
    const own = await app.newProject()
    const { id } = await made({ graph }, own.admin)
    await own.admin.patch(`${base}/activeStatus/${id}`, { activeStatus: true })
    await app.db.rows(sql`
      insert into workflow_version (project_id, workflow_id, version, definition, size_bytes, hash, note, created_at)
      select project_id, workflow_id, n, definition, size_bytes, hash, case when n = 5 then 'kept' else '' end, created_at
      from workflow_version, generate_series(2, 110) n where workflow_id = ${id} and version = 1`)
    await app.db.rows(sql`update workflow set version = 110 where id = ${id}`)
    const sweepAll = createVersionSweep(app)
    const sweep = (since: Date) => sweepAll([{ projectId: own.id, since }])
    const versions = async () => {
      const rows = await app.db.rows<{ version: number }>(
        sql`select version from workflow_version where workflow_id = ${id} order by version`,
      )
      return rows.map(({ version }) => version)
    }
    await sweep(new Date(0))
    assert.equal((await versions()).length, 110)
    await sweep(new Date(app.clock.now().getTime() + 1_000))
    const left = await versions()
    assert.deepEqual(left.slice(0, 3), [1, 5, 11])
    assert.equal(left.length, 102)
  })
})
