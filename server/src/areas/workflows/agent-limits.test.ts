import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { ended, newAgent, say } from '../../../test/agents/api.ts'
import { startScriptedApp } from '../../../test/agents/scripted-app.ts'
import { answering, type ModelAnswer, type ModelRequest } from '../../../test/agents/scripted-model.ts'
import { type Behaviour, chunk, failing, sendFrames, usageOf } from '../../../test/fakes/model-upstream.ts'
import type { Caller, TestProject } from '../../../test/harness.ts'
import { inLongRun } from '../../../test/size.ts'
import { until } from '../../../test/until.ts'
import { executionOf } from '../../../test/workflows/api.ts'
import { sql } from '../../kernel/db/db.ts'
import { perAgent } from './engine/agents/agent-kind.ts'

let script: (request: ModelRequest) => ModelAnswer | Behaviour = () => ({ text: 'ok' })
const { app, model } = await startScriptedApp((request) => script(request))
let project: TestProject
let caller: Caller
beforeEach(async () => {
  project = await app.newProject()
  caller = project.member.as('ada')
  model.requests.length = 0
})

const shout = (text: string, id?: string) => ({
  name: 'text_change_case',
  arguments: { text, to: 'upper' },
  ...(id ? { id } : {}),
})
const agentWith = (agent: object = {}) =>
  newAgent(caller, {
    modelSettings: { model: 'openai/gpt-4o' },
    tools: { pinnedSlugs: ['text_change_case'] },
    ...agent,
  })
const messagesOf = async (threadId: string) => {
  const thread = await app.app.threads.get(app.db, project.scope, threadId)
  return app.app.threads.entries.messages(app.db, thread)
}
const limitOf = async ({ executionId }: { executionId: string }) =>
  (await executionOf(caller, executionId)).stoppedBy
/** A model that never ends by itself. */
const restless = () => {
  let count = 0
  return ({ tools }: ModelRequest): ModelAnswer =>
    tools.length > 0 ? { calls: [shout(`word ${++count}`)] } : { text: 'That is all.' }
}

test('at the limit of model calls the model concludes without tools, in exactly as many calls', async () => {
  script = restless()
  const agent = await agentWith({ capabilities: { modelCallLimit: { runLimit: 4 } } })
  const said = await say(caller, agent, 'go')
  assert.deepEqual([said.status, said.outputData.text], ['completed', 'That is all.'])
  assert.equal(said.outputData.finishReason, 'model_calls')
  assert.equal(model.requests.length, 4)
  assert.equal(await limitOf(said), 'model_calls')
  script = () => ({ text: 'ok' })
  assert.equal(await limitOf(await say(caller, agent, 'go')), null)
})

test('an output of its own shape also says which limit ended the execution', async () => {
  script = ({ tools }) =>
    tools.length > 0 ? { calls: [shout(`word ${model.requests.length}`)] } : { text: '{"n":1}' }
  const outputSchema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }
  const agent = await agentWith({ outputSchema, capabilities: { modelCallLimit: { runLimit: 2 } } })
  const said = await say(caller, agent, 'go')
  assert.deepEqual([said.status, await limitOf(said)], ['completed', 'model_calls'], JSON.stringify(said))
})

test('a limit can fail the run instead', async () => {
  script = restless()
  const agent = await agentWith({ capabilities: { modelCallLimit: { runLimit: 3, exitBehavior: 'error' } } })
  const said = await say(caller, agent, 'go')
  assert.deepEqual([said.status, said.error.code], ['failed', 'limit_model_calls'])
})

test('calls of tools beyond their limit are not executed', async () => {
  script = ({ messages, tools }) =>
    tools.length > 0 && messages.length < 3
      ? { calls: [shout('one'), shout('two'), shout('three')] }
      : { text: 'done' }
  const agent = await agentWith({ capabilities: { toolCallLimit: { runLimit: 2 } } })
  const said = await say(caller, agent, 'go')
  assert.equal(said.outputData.finishReason, 'tool_calls')
  const results = (await messagesOf(said.threadId)).filter(({ role }) => role === 'tool')
  assert.deepEqual(
    results.map(({ status }) => status),
    ['success', 'success', 'error'],
  )
})

test('a limit of the conversation counts earlier turns, and ends before a further call', async () => {
  script = ({ messages, tools }) =>
    tools.length > 0 && messages.at(-1).role === 'user' ? { calls: [shout('x')] } : { text: 'done' }
  const agent = await agentWith({ capabilities: { modelCallLimit: { threadLimit: 3 } } })
  const first = await say(caller, agent, 'one')
  assert.deepEqual([first.outputData.finishReason, model.requests.length], ['stop', 2])
  const { threadId } = first
  await say(caller, agent, 'two', { threadId })
  assert.equal(model.requests.length, 3)
  const third = await say(caller, agent, 'three', { threadId })
  assert.deepEqual([third.status, third.outputData.finishReason], ['completed', 'model_calls'])
  assert.match(third.outputData.text, /limit of model calls/)
  assert.equal(model.requests.length, 3)
})

test('a limit of the tool calls of a conversation leaves the model to conclude', async () => {
  script = ({ messages, tools }) =>
    tools.length > 0 && messages.at(-1).role === 'user' ? { calls: [shout('x')] } : { text: 'done' }
  const agent = await agentWith({ capabilities: { toolCallLimit: { threadLimit: 1 } } })
  const { threadId } = await say(caller, agent, 'one')
  const second = await say(caller, agent, 'two', { threadId })
  assert.deepEqual([second.outputData.text, second.outputData.finishReason], ['done', 'tool_calls'])
  assert.equal((await messagesOf(threadId)).filter(({ role }) => role === 'tool').length, 1)
})

test('the limit of one tool refuses its calls, and others go on', async () => {
  const count = (text: string) => ({ name: 'text_count', arguments: { text } })
  script = ({ messages }) =>
    messages.length < 3
      ? { calls: [shout('one'), count('two'), shout('three')] }
      : messages.length < 7
        ? { calls: [count('four'), shout('five')] }
        : { text: 'done' }
  const agent = await agentWith({
    tools: { pinnedSlugs: ['text_change_case', 'text_count'] },
    capabilities: { toolCallLimit: { toolName: 'text_change_case', runLimit: 1 } },
  })
  const said = await say(caller, agent, 'go')
  assert.deepEqual([said.status, said.outputData.finishReason], ['completed', 'stop'], JSON.stringify(said))
  const results = (await messagesOf(said.threadId)).filter(({ role }) => role === 'tool')
  assert.deepEqual(
    results.map(({ status }) => status),
    ['success', 'success', 'error', 'success', 'error'],
  )
})

test('the model of the tool selector chooses what is offered, and is paid for', async () => {
  const offered: string[][] = []
  script = ({ messages, tools }) => {
    if (String(messages[0].content).startsWith('Choose the tools'))
      return { text: '{"tools": ["text_count", "no_such_tool"]}' }
    offered.push(tools)
    return { text: 'done' }
  }
  const pinnedSlugs = ['text_change_case', 'text_count', 'math_calculate', 'datetime_now']
  const toolSelector = { enabled: true, model: 'openai/gpt-4o', maxTools: 2, alwaysInclude: ['datetime_now'] }
  const agent = await agentWith({ tools: { pinnedSlugs }, capabilities: { toolSelector } })
  const said = await say(caller, agent, 'How many words?')
  assert.deepEqual(offered, [['datetime_now', 'text_count']])
  assert.equal(model.requests.length, 2)
  const thread = await app.app.threads.get(app.db, project.scope, said.threadId)
  assert.equal(thread.creditsMicro, Math.round(said.usage.credits * 1e6))
  script = ({ messages }) =>
    String(messages[0].content).startsWith('Choose the tools') ? failing(500, 'broken') : { text: 'done' }
  assert.equal((await say(caller, agent, 'again')).status, 'completed')
})

test('the same call with the same result three times ends in a conclusion', async () => {
  script = ({ tools }) => (tools.length > 0 ? { calls: [shout('again')] } : { text: 'stuck' })
  const said = await say(caller, await agentWith(), 'go')
  assert.deepEqual([said.outputData.text, said.outputData.finishReason], ['stuck', 'repeated_calls'])
  assert.equal(model.requests.length, 4)
})

test('a budget ends a run: nothing is called once it is used up', async () => {
  script = restless()
  const agent = await agentWith({ capabilities: { budget: { maxCreditsPerRun: 5 } } })
  const said = await say(caller, agent, 'go')
  assert.equal(said.status, 'completed', JSON.stringify(said))
  assert.equal(said.outputData.finishReason, 'budget')
  assert.ok(said.usage.credits >= 5 && said.usage.credits < 9, String(said.usage.credits))
})

test('the usage event, the execution and the ledger of the thread are the same', async () => {
  script = ({ messages }) => (messages.length < 3 ? { calls: [shout('x')] } : { text: 'done' })
  const said = await say(caller, await agentWith(), 'go')
  const [event] = await app.db.rows<{ data: { credits: number } }>(
    sql`select data from run_event where run_id = ${said.executionId} and type = 'usage'`,
  )
  const ledger = await project.admin.get(`/api/v1/usage?threadId=${said.threadId}`)
  assert.equal(ledger.status, 200, ledger.text)
  const spent = (ledger.body.data as { creditAmount: number }[]).reduce(
    (sum, { creditAmount }) => sum + creditAmount,
    0,
  )
  assert.equal(event!.data.credits, Math.round(spent * 1e6) / 1e6)
  assert.equal(said.usage.credits, event!.data.credits)
  const thread = await app.app.threads.get(app.db, project.scope, said.threadId)
  assert.equal(thread.creditsMicro, Math.round(said.usage.credits * 1e6))
})

test('two runs that only one balance pays for: one fails for want of credits, and the ledger reconciles', async () => {
  const operator = await app.operatorOf(project)
  const granted = await operator.post('/api/v1/usage/grants', { credits: 3, reason: 'test' })
  assert.equal(granted.status, 200, granted.text)
  script = ({ messages }) => (messages.length < 3 ? { calls: [shout('x')] } : { text: 'done' })
  const agent = await agentWith({ modelSettings: { model: 'openai/gpt-4o', maxTokens: 50 } })
  const both = await Promise.all([say(caller, agent, 'a'), say(caller, agent, 'b')])
  const failed = both.filter(({ status }) => status === 'failed')
  assert.ok(failed.length >= 1, JSON.stringify(both))
  assert.equal(failed[0].error.code, 'insufficient_credits')
  const check = await project.admin.get('/api/v1/usage/reconcile')
  assert.equal(check.body.data.isClean, true, check.text)
})

test(
  'a balance that is granted during a call: every call has ended and is paid once, also those that are repeated',
  inLongRun,
  async () => {
    const operator = await app.operatorOf(project)
    const agent = await agentWith({ modelSettings: { model: 'openai/gpt-4o', maxTokens: 50 } })
    script =
      ({ messages }) =>
      async (response, request) => {
        if (model.requests.length === 1) {
          const granted = await operator.post('/api/v1/usage/grants', { credits: 1000, reason: 'test' })
          assert.equal(granted.status, 200, granted.text)
        }
        await answering(messages.length < 3 ? { calls: [shout('x')] } : { text: 'done' })(response, request)
      }
    const said = await say(caller, agent, 'go')
    assert.deepEqual([said.status, said.outputData?.text], ['completed', 'done'], JSON.stringify(said))
    const calls = () =>
      app.db.rows<{ status: string; entries: number }>(sql`
      select status, (select count(*)::int from usage_entry u
                      where u.project_id = c.project_id and u.work_id = 'llm:' || c.id) as entries
      from llm_call c where project_id = ${project.scope.projectId}`)
    // One that was in flight when the end before it was refused is cancelled.
    await until(async () => (await calls()).every(({ status }) => status !== 'running'))
    assert.deepEqual(new Set((await calls()).map(({ entries }) => entries)), new Set([1]))
    assert.ok((await calls()).length > 2, 'the one whose end was refused was repeated')
    const check = await project.admin.get('/api/v1/usage/reconcile')
    assert.equal(check.body.data.isClean, true, check.text)
  },
)

test('a call whose id was used before gets another, and each has its result', async () => {
  script = ({ messages }) =>
    messages.length < 3
      ? { calls: [shout('one', 'same'), shout('two', 'same')] }
      : messages.length < 6
        ? { calls: [shout('three', 'same')] }
        : { text: 'done' }
  const said = await say(caller, await agentWith(), 'go')
  assert.equal(said.status, 'completed', JSON.stringify(said))
  const messages = await messagesOf(said.threadId)
  const ids = messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id }) => id))
  assert.equal(new Set(ids).size, 3, String(ids))
  const results = messages.filter(({ role }) => role === 'tool')
  assert.deepEqual(
    results.map(({ toolCallId, content }) => [toolCallId, content]),
    ids.map((id, at) => [id, JSON.stringify({ text: ['ONE', 'TWO', 'THREE'][at] })]),
  )
})

test('half a tool call is never made: the model is called again, and the log takes the first message back', async () => {
  let count = 0
  script = ({ messages }) => {
    if (messages.length > 2) return { text: 'done' }
    if (++count > 1) return { calls: [shout('whole')] }
    return (response) =>
      sendFrames(response, [
        chunk({ content: 'I will ' }),
        chunk({
          tool_calls: [
            {
              index: 0,
              id: 'h',
              type: 'function',
              function: { name: 'text_change_case', arguments: '{"text": "hal' },
            },
          ],
        }),
        chunk({}, 'length', usageOf(10, 5)),
      ])
  }
  const said = await say(caller, await agentWith(), 'go')
  assert.equal(said.status, 'completed', JSON.stringify(said))
  const results = (await messagesOf(said.threadId)).filter(({ role }) => role === 'tool')
  assert.deepEqual(
    results.map(({ content }) => content),
    ['{"text":"WHOLE"}'],
  )
  const dropped = await app.db.rows(
    sql`select from run_event where run_id = ${said.executionId} and type = 'message.dropped'`,
  )
  assert.equal(dropped.length, 1)
})

test('an empty response is tried again, and accepted in the end', async () => {
  let count = 0
  script = () => (++count < 3 ? { text: '' } : { text: 'at last' })
  assert.equal((await say(caller, await agentWith(), 'go')).outputData.text, 'at last')
  script = () => ({ text: '' })
  const silent = await say(caller, await agentWith(), 'go')
  assert.deepEqual([silent.status, silent.outputData.text], ['completed', ''])
})

test('a refusal by the filter of a provider is a message of the agent', async () => {
  script = () => (response) => sendFrames(response, [chunk({}, 'content_filter', usageOf(5, 0))])
  const agent = await agentWith({ behavior: { guardrails: { refusalMessage: 'I cannot talk about that.' } } })
  const said = await say(caller, agent, 'go')
  assert.deepEqual(
    [said.outputData.text, said.outputData.finishReason],
    ['I cannot talk about that.', 'content_filter'],
  )
})

test('a provider that is busy in the middle is called again', async () => {
  let count = 0
  script = () => {
    count++
    if (count === 1) return failing(429, 'slow down')
    if (count === 2)
      return (response) => {
        sendFrames(response, [chunk({ content: 'half a sen' })], { isWhole: false })
        response.destroy()
      }
    return answering({ text: 'a whole sentence' })
  }
  const said = await say(caller, await agentWith(), 'go')
  assert.deepEqual(
    [said.status, said.outputData?.text],
    ['completed', 'a whole sentence'],
    JSON.stringify(said),
  )
  const last = (await messagesOf(said.threadId)).at(-1)
  assert.equal(last?.content, 'a whole sentence')
})

test('a tool that does not exist, and arguments that do not match, are given back to the model', async () => {
  script = ({ messages }) =>
    messages.length < 3
      ? {
          calls: [
            { name: 'send_money', arguments: {} },
            { name: 'text_change_case', arguments: { text: 1 } },
          ],
        }
      : { text: 'sorry' }
  const said = await say(caller, await agentWith(), 'go')
  const results = (await messagesOf(said.threadId)).filter(({ role }) => role === 'tool')
  assert.deepEqual(
    results.map(({ content, status }) => [status, JSON.parse(String(content)).error]),
    [
      ['error', 'tool_not_offered'],
      ['error', 'tool_arguments_invalid'],
    ],
  )
})

test('structured output that never matches fails after two corrections', async () => {
  script = () => ({ text: '{"city": 1}' })
  const outputSchema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
  const agent = await agentWith({ outputSchema, tools: {} })
  const said = await say(caller, agent, 'go')
  assert.deepEqual([said.status, said.error.code], ['failed', 'output_invalid'])
  assert.equal(model.requests.length, 3)
})

test('a fallback model answers when the first one fails', async () => {
  script = () => ({ text: 'unused' })
  const agent = await newAgent(caller, {
    modelSettings: { model: 'openai/gpt-4o' },
    capabilities: { modelFallback: { enabled: true, fallbackModels: ['local/demo'] } },
  })
  script = () => failing(500, 'broken')
  const said = await say(caller, agent, '/say from the other one')
  assert.equal(said.outputData?.text, 'from the other one', JSON.stringify(said))
})

test('cancelled at any moment, a run ends within seconds and nothing follows', inLongRun, async () => {
  script = () => async (response) => {
    sendFrames(response, [chunk({ content: 'thinking ' })], { isWhole: false })
    await new Promise((resolve) => setTimeout(resolve, 60))
    sendFrames(response, [chunk({ content: 'more' }), chunk({}, 'stop', usageOf(5, 2))])
  }
  const agent = await agentWith()
  const started = await Promise.all(
    Array.from({ length: 12 }, async (_, at) => {
      const { executionId, threadId } = await say(caller, agent, 'go', { wait: 0 })
      await new Promise((resolve) => setTimeout(resolve, at * 12))
      await caller.post(`/api/v1/workflow/manager/executions/${executionId}/cancel`)
      return { executionId, threadId }
    }),
  )
  for (const { executionId, threadId } of started) {
    const done = await ended(caller, executionId)
    assert.ok(['cancelled', 'completed'].includes(done.status))
    const thread = await app.app.threads.get(app.db, project.scope, threadId)
    assert.deepEqual([thread.status, thread.currentExecutionId], ['idle', null])
    await until(async () => {
      const { creditsMicro } = await app.app.threads.get(app.db, project.scope, threadId)
      const { usage } = await executionOf(caller, executionId)
      return creditsMicro === Math.round(usage.credits * 1e6)
    }, 'the thread having the credits of the ledger')
  }
})

test('the log of a run is deleted 24 hours after its end; its steps and result stay', async () => {
  script = () => ({ text: 'ok' })
  const agent = await agentWith()
  const [old, recent] = [await say(caller, agent, 'go'), await say(caller, agent, 'go')]
  await app.db.rows(
    sql`update run set ended_at = now() - interval '24 hours 1 minute' where id = ${old.executionId}`,
  )
  await app.app.runs.sweep()
  const logs = await app.db.rows<{ id: string }>(
    sql`select distinct run_id as id from run_event where project_id = ${project.id}`,
  )
  assert.deepEqual(logs, [{ id: recent.executionId }])
  const { outputData, steps } = await ended(caller, old.executionId)
  assert.deepEqual([outputData.text, steps.length], ['ok', 1])
})

test('one agent does not use the whole capacity of the project', async () => {
  script = () => ({ text: 'ok' })
  const [busy, other] = [await agentWith(), await agentWith()]
  await app.db.rows(sql`
    insert into run (project_id, id, external_user_id, scope, kind, input, status, attempt, worker_id, lease_until,
                     run_at, created_at, started_at)
    select ${project.id}, gen_random_uuid(), ${project.id}, '{}', 'agent',
           jsonb_build_object('concurrencyKey', ${busy}::text), 'running', 1, gen_random_uuid(),
           now() + interval '1 hour', now(), now(), now()
    from generate_series(1, ${perAgent}::int)`)
  const waiting = await say(caller, busy, 'go', { wait: 0 })
  assert.equal((await say(caller, other, 'go')).status, 'completed')
  assert.equal((await executionOf(caller, waiting.executionId)).status, 'queued')
  await app.db.rows(sql`
    delete from run where project_id = ${project.id} and kind = 'agent' and scope = '{}'`)
  assert.equal((await ended(caller, waiting.executionId)).status, 'completed')
})
