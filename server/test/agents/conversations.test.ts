import assert from 'node:assert/strict'
import { test } from 'node:test'
import { base } from '../workflows/api.ts'
import { startAgentTests } from './agent-tests.ts'
import { ended, newAgent, say } from './api.ts'

const { model, current, messagesOf, agentWith } = await startAgentTests()

test('a conversation that is too long is summarised for the model, and stays as it is for people', async () => {
  const agent = await agentWith({
    capabilities: { summarization: { enabled: true, maxTokensBeforeSummary: 1_500 } },
  })
  const seen: string[] = []
  current.script = ({ messages, last }) => {
    seen.push(JSON.stringify(messages))
    if (last.startsWith('Summarise')) return { text: 'SUMMARY: the user counts words.' }
    return { text: `word ${'lorem ipsum '.repeat(75)}` }
  }
  let threadId: string | undefined
  for (let turn = 0; turn < 8; turn++) {
    const said = await say(
      current.caller,
      agent,
      `turn ${turn} ${'dolor sit '.repeat(30)}`,
      threadId ? { threadId } : {},
    )
    assert.equal(said.status, 'completed', JSON.stringify(said))
    threadId = said.threadId
  }
  assert.ok(seen.some((messages) => messages.includes('Summarise the conversation')))
  assert.ok(seen.at(-1)!.includes('SUMMARY: the user counts words.'))
  assert.ok(!seen.at(-1)!.includes('turn 0 '))
  const messages = await messagesOf(threadId!)
  assert.equal(messages.length, 16)
  assert.ok(String(messages[0]!.content).startsWith('turn 0 '))
})

test('a conversation is summarised before it exceeds the window of the model', async () => {
  const agent = await newAgent(current.caller, { modelSettings: { model: 'openai/gpt-4' } })
  const sizes: number[] = []
  current.script = ({ messages, last }) => {
    if (last.startsWith('Summarise')) return { text: 'SUMMARY' }
    sizes.push(JSON.stringify(messages).length)
    return { text: 'ok' }
  }
  let threadId: string | undefined
  for (let turn = 0; turn < 5; turn++) {
    const said = await say(
      current.caller,
      agent,
      'lorem ipsum dolor '.repeat(350),
      threadId ? { threadId } : {},
    )
    assert.equal(said.status, 'completed', JSON.stringify(said))
    threadId = said.threadId
  }
  // Each message has more than 1,000 tokens of the 8,192 that the model takes.
  assert.ok(sizes.at(-1)! < 4 * 6_400, String(sizes))
  assert.ok(model.requests.length > 5)
  assert.equal((await messagesOf(threadId!)).length, 10)
})

test('images and files of a message reach the model, and taint the conversation', async () => {
  const png = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a', 'hex').toString('base64')}`
  const agent = await agentWith({
    tools: { pinnedSlugs: ['table_insert'] },
    modelSettings: { model: 'openai/gpt-4o', reasoningEffort: 'low' },
  })
  current.script = ({ messages }) =>
    messages.at(-1).role === 'user'
      ? { calls: [{ name: 'table_insert', arguments: { collection: 'notes', data: { a: 1 } } }] }
      : { text: 'done' }
  const said = await current.caller.post(`/api/v1/workflow/manager/execute/${agent}`, {
    input: {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'what is this?' },
            { type: 'image_url', image_url: { url: png } },
          ],
        },
      ],
    },
    wait: 30_000,
  })
  assert.equal(said.body.data.status, 'paused', said.text)
  assert.match(JSON.stringify(model.requests[0]!.body.messages), /image_url/)
})

test('the persona and the rules of an agent are part of its instructions', async () => {
  const agent = await agentWith({
    prompt: 'You sell shoes.',
    behavior: {
      persona: { displayName: 'Mia', tone: 'friendly', language: 'tr', emoji: 'never' },
      guardrails: { bannedTopics: ['politics'], neverPromise: ['a refund'] },
    },
  })
  await say(current.caller, agent, 'hello')
  const system = String(model.requests[0]!.body.messages[0].content)
  for (const part of ['You sell shoes.', 'Mia', 'friendly', 'Turkish', 'politics', 'a refund'])
    assert.ok(system.includes(part), `${part} in ${system}`)
})

test('a conversation that has reached the cap of its agent gets the reply of the agent, without a model', async () => {
  const agent = await agentWith({
    behavior: { usageCaps: { enabled: true, maxTurnsPerConversation: 1, exceededMessage: 'Write to us.' } },
  })
  const first = await say(current.caller, agent, 'hello')
  assert.equal(first.outputData.finishReason, 'stop')
  model.requests.length = 0
  const second = await say(current.caller, agent, 'again', { threadId: first.threadId })
  assert.deepEqual([second.outputData.text, second.outputData.finishReason], ['Write to us.', 'usage_cap'])
  assert.equal(model.requests.length, 0)
})

test('an execution of an agent that failed is retried in its thread, with the same message', async () => {
  const agent = await newAgent(current.caller, { modelSettings: { model: 'local/demo' } })
  const failed = await say(current.caller, agent, '/fail')
  assert.equal(failed.status, 'failed')
  const retried = await current.caller.post(`${base}/executions/${failed.executionId}/retry`, {})
  assert.equal(retried.status, 200, retried.text)
  assert.equal(retried.body.data.threadId, failed.threadId)
  await ended(current.caller, retried.body.data.executionId)
  assert.equal((await messagesOf(failed.threadId)).filter(({ role }) => role === 'human').length, 1)
})
