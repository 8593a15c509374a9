import type { Stoa } from '@stoa/sdk'
import { threadsPath } from '../chat/chat-api.ts'
import { activePath, createPath, templatesPath } from '../workflows/workflows-api.ts'
import { agentOf, question } from './contents/agent.ts'
import { addDemoAccount } from './contents/demo-service.ts'
import { handbook } from './contents/handbook.ts'
import { orderRows, orders, productRows, products } from './contents/tables.ts'
import { orderInput, orderTotal, refundApproval, refundInput, refundTemplate } from './contents/workflows.ts'
import { removeSampleData, sampleUser } from './sample-user.ts'

const knowledgePath = '/api/v1/knowledge/collections'
const tablesPath = '/api/v1/table/collections'
const pollMs = 300
// Three short texts take a second; a machine that is busy for a minute gets the conversation without a source.
const maxPolls = 200

/**
 * A small shop in which everything works without a key. All of it belongs to one end user, so that erasing this user
 * removes it. What fails in between is removed as well: half a sample explains nothing.
 */
export async function addSampleData(api: Stoa): Promise<void> {
  const user = await api.post('/api/v1/external-users', {
    body: { name: sampleUser, metadata: { sampleData: true } },
  })
  try {
    await fill(api.as(sampleUser))
  } catch (error) {
    await removeSampleData(api, user.id)
    throw error
  }
}

async function fill(api: Stoa): Promise<void> {
  await addDemoAccount(api)
  const { id: knowledgeId } = await api.post(knowledgePath, {
    body: { name: 'Sample handbook', description: 'Returns, delivery and service of the shop.' },
  })
  for (const [title, content] of Object.entries(handbook))
    await api.post('/api/v1/knowledge/collections/{id}/ingest/text', {
      params: { id: knowledgeId },
      body: { title, content },
    })
  const tableIds = [await addTable(api, products, productRows), await addTable(api, orders, orderRows)]
  await execute(api, await addWorkflow(api, orderTotal), orderInput)
  await execute(api, await addRefundApproval(api), refundInput)
  const agentId = await addWorkflow(api, agentOf(knowledgeId, tableIds))
  await indexed(api, knowledgeId)
  await converse(api, agentId)
}

async function addTable(
  api: Stoa,
  table: typeof products | typeof orders,
  rows: readonly Record<string, unknown>[],
): Promise<string> {
  const { fields } = table.schema
  const { id } = await api.post(tablesPath, { body: { ...table, schema: { fields: [...fields] } } })
  await api.post('/api/v1/table/collections/{id}/documents/batch', {
    params: { id },
    body: { operations: rows.map((data) => ({ op: 'create' as const, data })) },
  })
  return id
}

type Definition = NonNullable<Parameters<typeof createWorkflow>[1]>

const createWorkflow = (api: Stoa, body: Parameters<typeof api.post<typeof createPath>>[1]) =>
  api.post(createPath, body)

async function addWorkflow(api: Stoa, definition: object): Promise<string> {
  const { id } = await createWorkflow(api, { body: definition } as Definition)
  await api.patch(activePath, { params: { id }, body: { activeStatus: true } })
  return id
}

async function addRefundApproval(api: Stoa): Promise<string> {
  const template = (await api.get(templatesPath)).find(({ slug }) => slug === refundTemplate)
  if (!template) throw new Error(`The server has no template "${refundTemplate}"`)
  return addWorkflow(api, { ...refundApproval, graph: template.graph })
}

const execute = (api: Stoa, id: string, input: Record<string, unknown>) =>
  api.post('/api/v1/workflow/manager/execute/{id}', { params: { id }, body: { input, mode: 'production' } })

async function indexed(api: Stoa, id: string): Promise<void> {
  for (let poll = 0; poll < maxPolls; poll++) {
    const sources = await api.get('/api/v1/knowledge/collections/{id}/sources', { params: { id } })
    if (sources.every(({ status }) => status === 'ready' || status === 'failed')) return
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

async function converse(api: Stoa, workflowId: string): Promise<void> {
  const { id } = await api.post(threadsPath, {
    body: { workflowId, metadata: { title: 'Returning a bike' } },
  })
  await api.post('/api/v1/graphify/threads/{thread_id}/runs/wait', {
    params: { thread_id: id },
    body: { input: { messages: [{ type: 'human', content: question }] } },
  })
}
