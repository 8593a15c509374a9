import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'

const app = await startTestApp({ hasPieces: false })
after(() => app.stop())
let project: TestProject
let id = ''
before(async () => {
  project = await app.newProject()
  id = (await project.admin.post(`${base}/create`, { workflowType: 'static' })).body.data.id
})

const base = '/api/v1/workflow/manager'
type Problem = {
  code: string
  severity: string
  nodeId: string | null
  path: string
  fix: string
  position?: { offset: number; line: number; column: number }
}

const chain = (...nodes: object[]) => {
  const all = [{ id: 'start', type: 'start' }, ...nodes, { id: 'end', type: 'end' }] as { id: string }[]
  return { nodes: all, edges: all.slice(1).map((node, i) => ({ from: all[i]!.id, to: node.id })) }
}
const shout = {
  id: 'shout',
  type: 'action',
  toolSlug: 'text_change_case',
  inputMapping: { text: 'x', to: 'upper' },
}

async function problemsOf(graph: object): Promise<Problem[]> {
  const answer = await project.admin.post(`${base}/${id}/validate`, { graph })
  assert.equal(answer.status, 200, answer.text)
  for (const { fix, path } of answer.body.data.problems) assert.ok(fix.length > 0 && path.startsWith('/'))
  return answer.body.data.problems
}
const codesOf = async (graph: object) => (await problemsOf(graph)).map(({ code }) => code)

describe('validate', () => {
  test('200: a graph without problems, also the newest version', async () => {
    assert.deepEqual(await problemsOf(chain(shout)), [])
    const { body } = await project.admin.post(`${base}/${id}/validate`)
    assert.deepEqual([body.data.valid, body.data.version, body.data.problems], [true, '1.0.0', []])
  })

  test('200: problems of the structure have their node and a place', async () => {
    const codes = await codesOf({ nodes: [{ id: 'a', type: 'set' }], edges: [{ from: 'a', to: 'b' }] })
    assert.ok(codes.includes('start_missing') && codes.includes('end_missing'), codes.join())
    const cyclic = { ...chain({ id: 'a', type: 'set' }, { id: 'b', type: 'set' }) }
    cyclic.edges.push({ from: 'b', to: 'a' })
    assert.ok((await codesOf(cyclic)).includes('cycle'))
  })

  test('200: fields of a called workflow are known, with those of its tools', async () => {
    const { admin } = project
    const graph = chain(shout)
    Object.assign(graph.nodes.at(-1)!, { output: { said: '{{ nodes.shout.output }}' } })
    const created = await admin.post(`${base}/create`, { name: 'Inner', graph })
    const subflow = { id: 'sub', type: 'subflow', workflowId: created.body.data.id }
    const reading = (path: string) =>
      codesOf(chain(subflow, { id: 'read', type: 'set', values: { x: `{{ nodes.sub.output.${path} }}` } }))
    assert.deepEqual(await reading('nothing'), ['workflow_inactive'])
    const path = `${base}/activeStatus/${created.body.data.id}`
    assert.equal((await admin.patch(path, { activeStatus: true })).status, 200)
    assert.deepEqual(await reading('said.text'), [])
    for (const wrong of ['text', 'said.txet'])
      assert.deepEqual(await reading(wrong), ['expression_unknown_field'], wrong)
  })

  test('200: expressions are checked with the types of tools and input, with their position', async () => {
    const one = async (text: string, inputSchema?: object) => {
      const set = { id: 'set', type: 'set', values: { a: { b: [text] } } }
      const [problem] = await problemsOf({ ...chain(shout, set), ...(inputSchema && { inputSchema }) })
      return problem && [problem.code, problem.path, problem.position?.offset]
    }
    const path = '/graph/nodes/2/values/a/b/0'
    assert.equal(await one('{{ nodes.shout.output.text.length + input.anything }}'), undefined)
    assert.deepEqual(await one('{{ nodes.shuot.output }}'), ['unknown_node', path, 8])
    assert.deepEqual(await one('{{ nodes.end.output }}'), ['node_not_before', path, 8])
    assert.deepEqual(await one('{{ 1 + }}'), ['expression_syntax', path, 7])
    assert.deepEqual(await one('{{ nope.x }}'), ['expression_unknown_name', path, 3])
    const closed = { type: 'object', properties: { age: { type: 'number' } }, additionalProperties: false }
    assert.equal((await one('{{ input.agee }}', closed))?.[0], 'expression_unknown_field')
    assert.equal((await one('{{ input.age.trim() }}', closed))?.[0], 'expression_type_mismatch')
    assert.equal((await one('{{ item }}'))?.[0], 'expression_unknown_name')
  })

  test('200: items of loops and forEach have the type of their list', async () => {
    const order = {
      type: 'object',
      properties: { id: { type: 'string' } },
      required: ['id'],
      additionalProperties: false,
    }
    const orders = { type: 'array', items: order }
    const list = { type: 'object', properties: { orders }, required: ['orders'] }
    const each = {
      id: 'each',
      type: 'set',
      forEach: '{{ input.orders }}',
      values: { id: '{{ item.id + index }}' },
    }
    assert.deepEqual(await problemsOf({ ...chain(each), inputSchema: list }), [])
    const wrong = { ...each, values: { id: '{{ item.nope }}' } }
    assert.deepEqual(await codesOf({ ...chain(wrong), inputSchema: list }), ['expression_unknown_field'])
    const loop = {
      ...chain({ id: 'loop', type: 'loop', over: '{{ input.orders }}' }),
      inputSchema: list,
    }
    loop.nodes.push({ id: 'body', type: 'set', parent: 'loop', values: { id: '{{ item.id }}' } } as never)
    assert.deepEqual(await problemsOf(loop), [])
    assert.deepEqual(await codesOf({ ...chain({ id: 'l', type: 'set', forEach: '{{ 5 }}' }) }), [
      'expression_type_mismatch',
    ])
  })

  test('200: arguments of tools: missing, wrong, of a wrong type', async () => {
    const action = (inputMapping: object) => chain({ ...shout, inputMapping })
    assert.deepEqual(await codesOf(action({ text: 'x' })), ['missing_argument'])
    assert.deepEqual(await codesOf(action({ text: 'x', to: 'sideways' })), ['invalid_argument'])
    assert.deepEqual(await codesOf(action({ text: ['x'], to: 'upper' })), ['invalid_argument'])
    assert.deepEqual(await codesOf(action({ text: '{{ [1] }}', to: 'upper' })), ['expression_type_mismatch'])
    assert.deepEqual(await codesOf(action({ text: 'x', to: '{{ input.case }}' })), [])
  })

  test('200: code that cannot be parsed, with its line and column', async () => {
    const code = (source: string, language = 'javascript') => ({
      id: 'run',
      type: 'code',
      code: source,
      language,
    })
    const positionOf = async (source: string, language?: string) => {
      const problems = await problemsOf(chain(code(source, language)))
      return problems.map(({ code: found, nodeId, path, position }) => [
        found,
        nodeId,
        path,
        position?.line,
        position?.column,
      ])
    }
    const at = (line: number, column: number) => [['code_syntax', 'run', '/graph/nodes/1/code', line, column]]
    await until(async () => (await positionOf('return (')).length > 0)
    assert.deepEqual(await positionOf('const a = 1\nconst = 2\nreturn a'), at(2, 7))
    assert.deepEqual(await positionOf('if (state.a) {\n  return 1'), at(2, 11))
    assert.deepEqual(await positionOf('return 1 }'), at(1, 11))
    assert.deepEqual(await positionOf(`const text = 'x'\n${'// long\n'.repeat(1_000)}return (`), at(1002, 9))
    // A busy machine may have no interpreter at first.
    await until(async () => (await positionOf('x = 1\ndef f(:\n  pass', 'python')).length > 0)
    assert.deepEqual(await positionOf('x = 1\ndef f(:\n  pass', 'python'), at(2, 7))
    assert.deepEqual(await positionOf('return 1\nbreak', 'python'), [])
    assert.deepEqual(await positionOf('for x in y\n  pass', 'python'), at(1, 11))
    for (const source of [
      'return state.a',
      'const a = await Promise.resolve(1)\na + 1',
      'let a = 1; let a = 2; a',
      'function main(state) { return state }',
      'class A {}\nnew A()',
      '',
    ])
      assert.deepEqual(await positionOf(source), [], source)
    for (const source of [
      'return state["a"]',
      'import json\nawait f()',
      'def main(state):\n    return state',
      '',
    ])
      assert.deepEqual(await positionOf(source, 'python'), [], source)
  })

  test('422: a workflow with code that cannot be parsed is not activated, and nothing of it is run', async () => {
    const source = '})(); throw new Error("ran"); (async () => {'
    const graph = chain({ id: 'run', type: 'code', code: source })
    const made = await project.admin.post(`${base}/create`, { graph })
    assert.equal(made.status, 200, made.text)
    const broken = chain({ id: 'run', type: 'code', code: 'return (' })
    const { body } = await project.admin.post(`${base}/create`, { graph: broken })
    assert.equal(body.data.lifecycle, 'draft')
    const refused = await project.admin.patch(`${base}/activeStatus/${body.data.id}`, { activeStatus: true })
    assert.deepEqual([refused.status, refused.body.error.problems[0].code], [422, 'code_syntax'])
    assert.match(refused.body.error.problems[0].fix, /line 1, column 9/)
  })

  test('200: models, schemas, tools, accounts and placeholders', async () => {
    assert.deepEqual(await codesOf(chain({ id: 'a', type: 'llm', prompt: 'x', model: 'no/model' })), [
      'unknown_model',
    ])
    assert.deepEqual(await codesOf(chain({ id: 'a', type: 'llm', prompt: 'x', model: 'local/demo' })), [])
    const schema = { type: 'no-such-type' }
    assert.deepEqual(await codesOf({ ...chain(shout), outputSchema: schema }), ['invalid_schema'])
    const other = { ...shout, connectedAccountId: '0199f1a0-0000-7000-8000-0000000000ff' }
    assert.deepEqual(await codesOf(chain(other)), ['unknown_account'])
    assert.deepEqual(await codesOf(chain({ ...shout, toolVersion: '99.0.0' })), ['unknown_tool'])
    assert.ok((await codesOf(chain({ id: 'p', type: 'placeholder', source: 'n8n' }))).length > 0)
  })

  test('200: a tool of another project is unknown, a disabled one is named', async () => {
    const other = await app.newProject()
    const tool = {
      slug: 'own_tool',
      name: 'Own',
      description: 'Own',
      toolkitSlug: 'own',
      inputParameters: { type: 'object' },
      script: { language: 'javascript', source: 'return {}' },
      noAuth: true,
    }
    assert.equal((await other.admin.post('/api/v1/tools', tool)).status, 200)
    const uses = chain({ id: 'a', type: 'action', toolSlug: 'own_tool' })
    assert.deepEqual(await codesOf(uses), ['unknown_tool'])
    assert.equal((await project.admin.post('/api/v1/tools', tool)).status, 200)
    assert.deepEqual(await codesOf(uses), [])
    await project.admin.patch('/api/v1/tools/byId/own_tool/status', { isDisabled: true })
    assert.deepEqual(await codesOf(uses), ['tool_disabled'])
  })

  test('200: a workflow that would execute itself, directly or through another', async () => {
    const subflow = (workflowId: string) => ({ id: 'sub', type: 'subflow', workflowId })
    const make = async (graph: object) => (await project.admin.post(`${base}/create`, { graph })).body.data.id
    const [a, b] = [await make(chain(shout)), await make(chain(shout))]
    const update = (which: string, graph: object) =>
      project.admin.patch(`${base}/update/${which}`, { graph, isActive: true })
    assert.equal((await update(b, chain(shout))).status, 200)
    assert.equal((await update(a, chain(subflow(b)))).status, 200)
    const refused = await update(b, chain(subflow(a)))
    assert.deepEqual([refused.status, refused.body.error.problems[0].code], [422, 'subflow_cycle'])
    const itself = await update(b, chain(subflow(b)))
    assert.equal(itself.body.error.problems[0].code, 'subflow_cycle')
  })

  test('200: ids that are names of JavaScript are ordinary names', async () => {
    for (const name of ['constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
      const set = { id: name, type: 'set', values: { x: 1 } }
      const read = { id: 'read', type: 'set', values: { x: `{{ nodes.${name}.output.x }}` } }
      assert.deepEqual(await problemsOf(chain(set, read)), [], name)
      assert.deepEqual(await codesOf(chain(read)), ['unknown_node'], name)
    }
  })

  test('200: 200 nodes with many expressions, and expressions that are meant to take long, are bounded', async () => {
    const nodes = Array.from({ length: 198 }, (_, i) => ({
      id: `n${i}`,
      type: 'set',
      values: Object.fromEntries(
        Array.from({ length: 10 }, (_, j) => [
          `v${j}`,
          i === 0 ? '{{ input.x }}' : `{{ nodes.n${i - 1}.output.v${j} }}`,
        ]),
      ),
    }))
    assert.deepEqual(await problemsOf(chain(...nodes)), [])
    const bombs = [
      '('.repeat(2_000),
      `{{ ${'['.repeat(500)}1${']'.repeat(500)} }}`,
      `{{ ${'a.'.repeat(1_500)}a }}`,
      '{{'.repeat(60_000),
    ]
    for (const text of bombs) {
      const answer = await project.admin.post(`${base}/${id}/validate`, {
        graph: chain({ id: 'a', type: 'set', values: { text } }),
      })
      assert.equal(answer.status, 200, answer.text.slice(0, 200))
    }
  })

  test('400 for values nested too deeply, 404 for another project', async () => {
    const deep = `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`
    const graph = `{"graph":{"nodes":[{"id":"a","type":"set","values":${deep}}],"edges":[]}}`
    assert.equal((await project.admin.post(`${base}/${id}/validate`, graph)).status, 400)
    const other = await app.newProject()
    assert.equal((await other.admin.post(`${base}/${id}/validate`)).status, 404)
  })

  test('200: an agent needs a prompt and names models and tools that are there', async () => {
    const agent = (
      await project.admin.post(`${base}/create`, {
        agent: { tools: { pinnedSlugs: ['nope'] }, modelSettings: { model: 'no/model' }, subAgentIds: [id] },
      })
    ).body.data
    const { body } = await project.admin.post(`${base}/${agent.id}/validate`)
    assert.deepEqual(body.data.problems.map(({ code }: Problem) => code).sort(), [
      'not_an_agent',
      'prompt_missing',
      'unknown_model',
      'unknown_tool',
    ])
  })
})

describe('tables of agents', () => {
  test('200: a collection of another project is unknown', async () => {
    const other = await app.newProject()
    const path = '/api/v1/table/collections'
    const [own, foreign] = [
      (await project.admin.post(path, { name: 'Own' })).body.data.id,
      (await other.admin.post(path, { name: 'Foreign' })).body.data.id,
    ]
    const agent = { prompt: 'Help.', databaseCollectionIds: [own, foreign] }
    const made = (await project.admin.post(`${base}/create`, { agent })).body.data
    const { body } = await project.admin.post(`${base}/${made.id}/validate`)
    const found = body.data.problems.map(({ code, path: at }: Problem) => [code, at])
    assert.deepEqual(found, [['unknown_collection', '/agent/databaseCollectionIds/1']])
  })
})

describe('expressions', () => {
  const check = (body: object) =>
    project.admin.post(`${base}/${id}/expressions/check`, { graph: chain(shout), ...body })

  test('200: the type and the problems at a node', async () => {
    const { body } = await check({ nodeId: 'end', text: '{{ nodes.shout.output.text }}' })
    assert.deepEqual([body.data.type, body.data.problems], ['string', []])
    const condition = await check({
      nodeId: 'shout',
      text: 'nodes.shout.output.text == "X"',
      kind: 'condition',
      onEdge: true,
    })
    assert.deepEqual(condition.body.data.problems, [])
    const early = await check({ nodeId: 'shout', text: '{{ nodes.shout.output }}' })
    assert.equal(early.body.data.problems[0].code, 'node_not_before')
    assert.equal((await check({ nodeId: 'nope', text: 'x' })).status, 400)
  })

  test('200: a large graph is worked on in a thread with the same result', async () => {
    const many = Array.from({ length: 60 }, (_, i) => ({
      id: `n${i}`,
      type: 'set',
      values: { v: i === 0 ? 1 : `{{ nodes.n${i - 1}.output.v + 1 }}` },
    }))
    const body = { graph: chain(...many), nodeId: 'end', text: '{{ nodes.n59.output.v }}' }
    const { body: checked } = await project.admin.post(`${base}/${id}/expressions/check`, body)
    assert.deepEqual([checked.data.type, checked.data.problems], ['number', []])
    const completed = await project.admin.post(`${base}/${id}/expressions/complete`, {
      ...body,
      text: '{{ nodes.n5',
      offset: 11,
    })
    assert.ok(completed.body.data.items.some(({ label }: { label: string }) => label === 'n5'))
  })

  test('200: completions know the nodes before and the fields of their output', async () => {
    const labels = async (text: string) => {
      const body = { graph: chain(shout), nodeId: 'end', text, offset: text.length }
      const answer = await project.admin.post(`${base}/${id}/expressions/complete`, body)
      return answer.body.data.items.map(({ label }: { label: string }) => label)
    }
    assert.ok((await labels('{{ ')).includes('input'))
    assert.deepEqual(await labels('{{ nodes.s'), ['shout', 'start'])
    assert.ok((await labels('{{ nodes.shout.output.')).includes('text'))
  })
})
