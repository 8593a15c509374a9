import type { Stoa } from '@stoa/sdk'
import { converse, createAgent } from './seed-chat.ts'
import { askPeople } from './seed-media-playground.ts'

const threadPath = '/api/v1/graphify/threads/{thread_id}'

/** A conversation with two branches, so that they can be compared. */
async function branchedThread(stoa: Stoa): Promise<string> {
  const agent = await createAgent(stoa, 'Dispatcher', { tools: { pinnedSlugs: ['math_calculate'] } })
  const id = await converse(stoa, agent, '/say It left our warehouse **this morning**.')
  const params = { thread_id: id }
  await stoa.patch(threadPath, { params, body: { metadata: { title: 'Order 2077' } } })
  const [question] = await stoa.get(`${threadPath}/messages`, { params })
  await stoa.post(`${threadPath}/fork`, { params, body: { message_id: question!.id, position: 'before' } })
  const content = '/call math_calculate {"expression": "17 * 24"}'
  await stoa.post(`${threadPath}/runs/wait`, {
    params,
    body: { input: { messages: [{ type: 'human', content }] } },
  })
  return id
}

async function userThread(stoa: Stoa): Promise<string> {
  const alice = stoa.as('alice')
  const { id } = await alice.post('/api/v1/graphify/threads', {
    body: { metadata: { title: 'A late parcel' } },
  })
  return id
}

export async function proposal(stoa: Stoa): Promise<string> {
  const proposed = await stoa
    .with({ headers: { 'x-propose': 'true', 'x-propose-reason': 'Found in an email.' } })
    .post('/api/v1/table/collections/{id}/documents/batch', {
      params: { id: 'companies' },
      body: { operations: [{ op: 'create', data: { title: 'Atelier Nord' } }] },
    })
  if (!('proposal' in proposed)) throw new Error('The row was written')
  return proposed.proposal.id
}

async function closedBrowserSession(stoa: Stoa): Promise<string> {
  const { id: sessionId } = await stoa.post('/api/v1/browser/sessions', { body: { driver: 'http' } })
  await stoa.post('/api/v1/browser/sessions/{sessionId}/close', { params: { sessionId } })
  return sessionId
}

/** One of each object that has a page and is not part of the seed of a project. */
export async function seedObjects(stoa: Stoa) {
  const [thread, inboxThread, question, proposalId, browserSession, webhook, skill] = await Promise.all([
    branchedThread(stoa),
    userThread(stoa),
    askPeople(stoa, 'alice', 'Refund order 2077?', { options: ['Yes', 'No'] }),
    proposal(stoa),
    closedBrowserSession(stoa),
    stoa.post('/api/v1/webhooks', { body: { url: 'https://receiver.invalid/objects' } }),
    stoa.post('/api/v1/skills/create', {
      body: { name: 'late-parcels', description: 'Finds late parcels. Use it daily.', instructions: 'Read.' },
    }),
  ])
  return { thread, inboxThread, question, proposalId, browserSession, webhook: webhook.id, skill: skill.id }
}
