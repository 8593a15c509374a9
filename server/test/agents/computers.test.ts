import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/kernel/db/db.ts'
import { until } from '../until.ts'
import { base } from '../workflows/api.ts'
import { order, startAgentTests } from './agent-tests.ts'
import { say } from './api.ts'

const { app, current, resultsOf, resultOf, agentWith } = await startAgentTests()

const withComputer = { capabilities: { computer: { enabled: true } } }
const writing = (path: string, content: string) => order('computer_write_file', { path, content })

test('the computer of a conversation has its files in later turns, gives them to the user, and goes with the thread', async () => {
  const agent = await agentWith(withComputer)
  // In the order of the calls, although each may be repeated.
  const first = await say(
    current.caller,
    agent,
    [
      writing('numbers.csv', '1,2,3'),
      order('computer_run', {
        language: 'python',
        code: "n = open('numbers.csv').read(); open('sum.txt', 'w').write(str(sum(map(int, n.split(','))))); return n",
      }),
    ].join(' '),
  )
  assert.equal(first.status, 'completed', JSON.stringify(first))
  const [written, ran] = await resultsOf(first)
  assert.equal(written.path, 'numbers.csv')
  assert.deepEqual([ran.status, ran.result], ['succeeded', { value: '1,2,3' }], JSON.stringify(ran))
  const { threadId } = first
  const inThread = async (text: string) => {
    const said = await say(current.caller, agent, text, { threadId })
    assert.equal(said.status, 'completed', JSON.stringify(said))
    return (await resultsOf(said)).at(-1)
  }
  assert.equal((await inThread(order('computer_read_file', { path: 'sum.txt' }))).text, '6')
  assert.equal((await inThread(order('computer_list_files', {}))).files.length, 2)
  const shared = await inThread(order('computer_share_file', { path: 'sum.txt' }))
  assert.equal((await current.caller.get(`/api/v1/file/${shared.fileId}`)).status, 200)
  const other = await say(current.caller, agent, order('computer_read_file', { path: 'sum.txt' }))
  assert.equal((await resultOf(other)).error, 'sandbox_file_not_found')
  const usage = (await current.caller.get(`${base}/executions/${first.executionId}`)).body.data.usage
  assert.ok(usage.breakdown.sandbox > 0, JSON.stringify(usage))
  const power = async () => (await current.caller.get(`/api/v1/sandbox/threads/${threadId}`)).body.data
  const { session } = await power()
  assert.equal(session.executionCount, 1)
  const deleted = await current.caller.delete(`/api/v1/graphify/threads/${threadId}`)
  assert.equal(deleted.status, 200, deleted.text)
  assert.equal((await power()).power, 'off')
  const history = await current.caller.get(`/api/v1/sandbox/executions?sessionId=${session.id}`)
  assert.deepEqual(history.body.data, [], history.text)
})

test('a computer that was ended is replaced, and the model is informed of it', async () => {
  const agent = await agentWith(withComputer)
  const { threadId } = await say(current.caller, agent, writing('a.txt', 'x'))
  await current.caller.delete(`/api/v1/sandbox/threads/${threadId}`)
  const said = await say(current.caller, agent, order('computer_list_files', {}), { threadId })
  const last = (await resultsOf(said)).at(-1)
  assert.deepEqual([last.files, /new computer/.test(last.note)], [[], true], JSON.stringify(last))
})

test('a computer that lost what was not saved says so once, to the model and to the user', async () => {
  const agent = await agentWith(withComputer)
  const run = (code: string) => order('computer_run', { language: 'javascript', code })
  const { threadId } = await say(current.caller, agent, run("let v = 'saved'"))
  const { session } = (await current.caller.get(`/api/v1/sandbox/threads/${threadId}`)).body.data
  await until(async () => {
    const [row] = await app.db.rows<{ isSaved: boolean }>(sql`
      select holder is null and state_blob_id is not null as "isSaved" from sandbox_session where id = ${session.id}`)
    return row!.isSaved
  }, 'the save')
  // As if a node had died with changes that were not saved.
  await app.db.rows(sql`
    update sandbox_session set hold_number = hold_number + 1, is_dirty = true where id = ${session.id}`)
  const next = async () =>
    (await resultsOf(await say(current.caller, agent, run('return v'), { threadId }))).at(-1)
  const first = await next()
  assert.deepEqual([first.result, first.stateLost], [{ value: 'saved' }, true], JSON.stringify(first))
  assert.match(first.note, /restored to its last save/)
  const second = await next()
  assert.deepEqual([second.result, second.stateLost, second.note], [{ value: 'saved' }, undefined, undefined])
})

test('output that is too long is cut, and read from a file in parts', async () => {
  const agent = await agentWith(withComputer)
  const code = "open('big.txt', 'w').write('é' * 40000); print('y' * 100000)"
  const said = await say(current.caller, agent, order('computer_run', { language: 'python', code }))
  const [ran] = await resultsOf(said)
  assert.match(ran.truncated, /Only the end/)
  assert.ok(ran.stdout.length <= 65_536)
  const { threadId } = said
  let [text, offset] = ['', 0 as number | undefined]
  while (offset !== undefined) {
    const part = await say(current.caller, agent, order('computer_read_file', { path: 'big.txt', offset }), {
      threadId,
    })
    const read = (await resultsOf(part)).at(-1)
    text += read.text
    offset = read.nextOffset
  }
  assert.equal(text, 'é'.repeat(40_000))
})

test('a repeated attempt at a script finds what the first one did', async () => {
  const { computers } = app.app.sandboxes
  const threadId = crypto.randomUUID()
  const work = {
    executionId: crypto.randomUUID(),
    subject: { threadId },
    isOutside: false,
    signal: AbortSignal.timeout(60_000),
  }
  const source = "open('log.txt', 'a').write('x'); return len(open('log.txt').read())"
  const run = () => computers.run(current.project.scope, { threadId }, { language: 'python', source }, work)
  const [first, second] = [await run(), await run()]
  assert.deepEqual([first.value.result, second.value.result], [{ value: 1 }, { value: 1 }])
  const file = await computers.read(current.project.scope, { threadId }, 'log.txt')
  assert.deepEqual([String(file.value), file.hasOutsideData], ['x', false])
})
