import type { Stoa } from '@stoa/sdk'
import { useRead } from '../../project.ts'
import { searchPath, threadPath } from '../chat/chat-api.ts'
import { actAs } from '../end-users/act-as.ts'
import { collectionsPath } from '../tables/tables-api.ts'
import { workflowsPath } from '../workflows/workflows-api.ts'
import { removeDemoAccount } from './contents/demo-service.ts'

/** The end user to whom all of the sample belongs. */
export const sampleUser = 'sample-data'

const most = 100
const collectionPath = `${collectionsPath}/{id}` as const

/** The id of the end user of the sample; null where there is none. A user of that name who is real has no mark. */
export const useSampleData = () =>
  useRead(['end-users', 'sample-data'], async (api, signal) => {
    const users = await api.get('/api/v1/external-users', { query: { q: sampleUser, limit: most }, signal })
    const found = users.find(({ name }) => name === sampleUser)
    return found && found.metadata?.sampleData === true ? found.id : null
  })

/** Those of all users with an agent, however many the project has besides. */
async function removeThreads(api: Stoa, workflowId: string): Promise<void> {
  const threads = await api.post(searchPath, { body: { workflowId, limit: most } })
  for (const { id } of threads) await api.delete(threadPath, { params: { thread_id: id } })
  if (threads.length === most) await removeThreads(api, workflowId)
}

/**
 * Erasing the user removes what belongs to it. What the project itself did with it would stay: its conversations with
 * the agents, tables that it has added rows to, which would become its own, and the auth config of the demo service. They go first.
 */
export async function removeSampleData(api: Stoa, userId: string): Promise<void> {
  const sample = api.as(sampleUser)
  const agents = await sample.get(workflowsPath, { query: { workflowType: 'agent', limit: most } })
  for (const { id, ownerId } of agents) if (ownerId === userId) await removeThreads(actAs(api), id)
  const tables = await sample.get(collectionsPath, { query: { limit: most } })
  for (const { id, ownerId } of tables)
    if (ownerId === userId) await sample.delete(collectionPath, { params: { id } })
  await removeDemoAccount(sample)
  await api.delete('/api/v1/external-users/{id}', { params: { id: userId } })
}
