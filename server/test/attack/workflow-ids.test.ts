import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { connectDemo } from '../../src/areas/connections/testing.ts'
import { uploadAs } from '../../src/areas/files/testing.ts'
import type { Caller } from '../harness.ts'
import { base, chainOf, execute, executionOf, newWorkflow } from '../workflows/api.ts'
import { startFlows } from '../workflows/flows.ts'

const app = await startFlows({ hasPieces: false })
after(app.stop)

const secret = 'only-its-owner-reads-this'
const missing = '0199f1a0-0000-7000-8000-0000000000ff'
const tables = '/api/v1/table/collections'

type Ids = {
  file: string
  collection: string
  document: string
  workflow: string
  agent: string
  account: string
}

/** What one user has, with the secret in all of it. */
async function thingsOf(
  caller: Caller,
  collection: string,
  { accountId }: { accountId: string },
): Promise<Ids> {
  const document = await caller.post(`${tables}/${collection}/documents`, { text: secret })
  assert.equal(document.status, 200, document.text)
  const agent = await caller.post(`${base}/create`, { name: secret, agent: { prompt: secret } })
  assert.equal(agent.status, 200, agent.text)
  return {
    file: (await uploadAs(caller, `${secret}.txt`, secret)).file.id,
    collection,
    document: document.body.data.id,
    workflow: await newWorkflow(caller, chainOf([], { output: secret }), { name: secret }),
    agent: agent.body.data.id,
    account: accountId,
  }
}
async function newCollection(caller: Caller): Promise<string> {
  const made = await caller.post(tables, { name: 'Notes', access: 'owner' })
  assert.equal(made.status, 200, made.text)
  return made.body.data.id
}

let ada: Caller
let own: Ids
const foreign = new Map<string, { caller: Caller; ids: Ids }>()
before(async () => {
  const [mine, theirs] = [await app.newProject(), await app.newProject()]
  ada = mine.member.as('ada')
  const collection = await newCollection(mine.admin)
  own = await thingsOf(ada, collection, await connectDemo(app, mine))
  const [bob, stranger] = [mine.member.as('bob'), theirs.member.as('ada')]
  foreign.set('another end user', {
    caller: bob,
    ids: await thingsOf(bob, collection, await connectDemo(app, mine, 'bob')),
  })
  const theirCollection = await newCollection(theirs.admin)
  foreign.set('another project', {
    caller: stranger,
    ids: await thingsOf(stranger, theirCollection, await connectDemo(app, theirs)),
  })
})

/** Ids that are only known at run time, so that no validation has seen them. */
const tool = (toolSlug: string, inputMapping: object) => () => ({
  id: 'use',
  type: 'action',
  toolSlug,
  inputMapping,
})
const [fileId, collection, id] = ['{{ input.file }}', '{{ input.collection }}', '{{ input.document }}']

const uses: Record<string, (ids: Ids) => Record<string, unknown> & { id: string; type: string }> = {
  'reads a file': tool('file_read_text', { fileId }),
  'describes a file': tool('file_info', { fileId }),
  'reads a document': tool('table_get', { collection, id }),
  'updates a document': tool('table_update', { collection, id, data: { text: 'overwritten' } }),
  'deletes a document': tool('table_delete', { collection, id }),
  'executes a workflow': ({ workflow }) => ({ id: 'use', type: 'subflow', workflowId: workflow }),
  'calls a tool with a connected account': ({ account }) => ({
    id: 'use',
    type: 'action',
    toolSlug: 'demo_whoami',
    connectedAccountId: account,
  }),
  'runs an agent': ({ agent }) => ({
    id: 'use',
    type: 'llm_agent',
    agentId: agent,
    inputMapping: { message: 'Hi' },
  }),
}
/** These name only a collection, which the end users of a project share. */
const usesOfCollections: typeof uses = {
  'queries a collection': tool('table_query', { collection }),
  'counts a collection': tool('table_aggregate', { collection }),
  'adds to a collection': tool('table_insert', { collection, data: { text: 'added' } }),
}

/** Everything that the end user can see of an execution, with the ids that were used left out. */
async function seenOf(use: (typeof uses)[string], ids: Ids) {
  const created = await ada.post(`${base}/create`, { name: 'Use', graph: chainOf([use(ids)]) })
  assert.equal(created.status, 200, created.text)
  const { id: workflowId } = created.body.data
  const ended = await execute(ada, workflowId, { input: ids, allowWhenInactive: true })
  const detail = await executionOf(ada, ended.executionId)
  const events = await ada.get(`${base}/executions/${ended.executionId}/events`)
  const validation = await ada.post(`${base}/${workflowId}/validate`, {})
  const all = JSON.stringify([created.body, ended, detail, events.text, validation.body])
  const withoutIds = (text: string) =>
    Object.values(ids).reduce((left, each) => left.replaceAll(each, '-'), text)
  const error = ended.error && { ...ended.error, message: withoutIds(ended.error.message) }
  return { status: ended.status as string, error, all }
}

const nothing: Ids = {
  file: missing,
  collection: missing,
  document: missing,
  workflow: missing,
  agent: missing,
  account: missing,
}

async function assertRefused(use: (typeof uses)[string], ids: Ids, unknown: Ids): Promise<void> {
  const [seen, expected] = [await seenOf(use, ids), await seenOf(use, unknown)]
  assert.equal(seen.status, 'failed', seen.all)
  assert.match(seen.error.code, /not_found$/)
  assert.deepEqual(seen.error, expected.error, 'as for an id that does not exist')
  assert.ok(!seen.all.includes(secret), seen.all)
}

for (const whose of ['another end user', 'another project'])
  describe(`a node of a workflow that is given ids of ${whose}`, () => {
    for (const [what, use] of Object.entries(uses))
      test(`${what}: refused as if there was none`, async () => {
        const { caller, ids } = foreign.get(whose)!
        const unknown = whose === 'another project' ? nothing : { ...nothing, collection: ids.collection }
        await assertRefused(use, ids, unknown)
        const document = await caller.get(`${tables}/${ids.collection}/documents/${ids.document}`)
        assert.equal(document.body.data.text, secret)
      })
  })

describe('a node of a workflow that is given the collection of another project', () => {
  for (const [what, use] of Object.entries(usesOfCollections))
    test(`${what}: refused as if there was none`, async () => {
      const { caller, ids } = foreign.get('another project')!
      await assertRefused(use, ids, nothing)
      const { body } = await caller.get(`${tables}/${ids.collection}/documents`)
      assert.equal(body.total, 1)
    })
})

test('a collection that end users share shows each of them only their own documents', async () => {
  const { ids } = foreign.get('another end user')!
  const { status, all } = await seenOf(usesOfCollections['queries a collection']!, ids)
  assert.equal(status, 'completed', all)
  assert.ok(!all.includes(`"id":"${ids.document}"`))
  assert.ok(all.includes(own.document))
})

test('the same nodes work with own ids', async () => {
  for (const what of ['reads a file', 'reads a document', 'executes a workflow']) {
    const { status, all } = await seenOf(uses[what]!, own)
    assert.equal(status, 'completed', all)
    assert.ok(all.includes(secret), what)
  }
})
