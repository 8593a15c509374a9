import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { until } from '../../../../test/until.ts'
import { chain, graphOf, type TestNode } from '../../../../test/workflows/flows.ts'
import { openEngine } from '../../../../test/workflows/scripted.ts'
import { sql } from '../../../kernel/db/db.ts'

const engine = await openEngine()
after(engine.close)
const runs = engine.node(({ arguments: args }) => args)
const scope = await engine.newScope()

const call = (workflowId: string, more: object = {}): TestNode => ({
  id: 's',
  type: 'subflow',
  workflowId,
  inputMapping: { n: '{{ input.n }}' },
  ...more,
})
const double = graphOf(
  [
    { id: 'x', type: 'action', toolSlug: 'once_send', inputMapping: { n: '{{ input.n * 2 }}' } },
    { id: 'end', type: 'end', output: '{{ nodes.x.output.n }}' },
  ],
  ['start->x', 'x->end'],
)

test('a subflow is part of the execution: its steps, its output, its version', async () => {
  const inner = await engine.save(scope, double)
  const ended = await engine.execute(runs, scope, chain(call(inner)), { n: 4 })
  assert.deepEqual([ended.status, ended.output], ['completed', 8])
  const records = await engine.records(ended.id)
  assert.deepEqual([...records.keys()].sort(), ['end', 's', 's/end', 's/x'])
  assert.equal(records.get('s')!.v, 1)
  assert.deepEqual(ended.summary.completedNodes.toSorted(), ['end', 's', 'start'])
})

test('a subflow for each item, and its failure', async () => {
  const inner = await engine.save(scope, double)
  const each = call(inner, { forEach: '{{ [1, 2] }}', inputMapping: { n: '{{ item }}' } })
  assert.deepEqual((await engine.execute(runs, scope, chain(each))).output, [2, 4])
  const broken = await engine.save(scope, chain({ id: 'x', type: 'set', values: { a: '{{ -null }}' } }))
  const ended = await engine.execute(runs, scope, chain(call(broken, { onError: 'continue' })))
  assert.deepEqual([ended.status, ended.output], ['completed', null])
  const failed = await engine.execute(runs, scope, chain(call(broken)))
  assert.deepEqual([failed.error?.code, failed.error?.nodeId], ['expression_type_mismatch', 's'])
})

test('a workflow that executes itself ends at the sixth level', async () => {
  const id = randomUUID()
  await engine.save(scope, chain(call(id, { inputMapping: {} })), id)
  const execution = await engine.start(runs, scope, id)
  const ended = await engine.executed(execution)
  assert.deepEqual([ended.status, ended.error?.code], ['failed', 'recursion_limit'])
  const records = await engine.records(execution)
  assert.equal(records.get('s/s/s/s/s/s')!.e!.code, 'recursion_limit')
})

test('a fixed version, one that does not exist, and a workflow that is not active', async () => {
  const inner = await engine.save(scope, double)
  await engine.save(scope, chain({ id: 'x', type: 'set', values: { is: 2 } }), inner, 2)
  assert.deepEqual((await engine.execute(runs, scope, chain(call(inner)), { n: 1 })).output, { is: 2 })
  const fixed = chain(call(inner, { workflowVersion: 1 }))
  assert.equal((await engine.execute(runs, scope, fixed, { n: 1 })).output, 2)
  const missing = chain(call(inner, { workflowVersion: 9 }))
  assert.equal((await engine.execute(runs, scope, missing)).error?.code, 'workflow_version_not_found')
  await engine.db.rows(sql`update workflow set active_version = null where id = ${inner}`)
  assert.equal((await engine.execute(runs, scope, chain(call(inner)))).error?.code, 'workflow_inactive')
})

test('a workflow of another project, or a private one of another user, does not exist', async () => {
  const other = await engine.newScope()
  const foreign = await engine.save(other, double)
  assert.equal((await engine.execute(runs, scope, chain(call(foreign)))).error?.code, 'workflow_not_found')
  const user = randomUUID()
  await engine.db.rows(sql`
    insert into external_user (project_id, id, name, source, created_at, updated_at)
    values (${scope.projectId}, ${user}, 'ann', 'username', now(), now())`)
  const ann = { ...scope, acrossUsers: false, externalUser: { id: user, name: 'ann' } }
  const asDefault = { ...scope, acrossUsers: false }
  const hers = await engine.save(ann, double)
  assert.equal((await engine.execute(runs, asDefault, chain(call(hers)))).error?.code, 'workflow_not_found')
  await engine.db.rows(sql`update workflow set is_public = true where id = ${hers}`)
  assert.equal((await engine.execute(runs, asDefault, chain(call(hers)), { n: 1 })).output, 2)
  const shared = await engine.save(scope, double)
  assert.equal((await engine.execute(runs, ann, chain(call(shared)), { n: 1 })).output, 2)
})

test('an edit while an execution runs does not touch it', async () => {
  const graph = (output: string) =>
    graphOf(
      [
        { id: 'h', type: 'human_wait' },
        { id: 'end', type: 'end', output },
      ],
      ['start->h', 'h->end'],
    )
  const id = await engine.save(scope, graph('old'))
  const execution = await engine.start(runs, scope, id)
  const [pause] = await until(async () => {
    const open = await engine.pauses(execution)
    return open.length > 0 ? open : null
  }).then((open) => open!)
  await engine.save(scope, graph('new'), id, 2)
  await engine.answer(runs, scope, pause!.id, { approved: true })
  assert.equal((await engine.executed(execution)).output, 'old')
})
