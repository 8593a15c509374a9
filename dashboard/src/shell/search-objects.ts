import type { Stoa } from '@stoa/sdk'
import { isStoaError } from '@stoa/sdk'
import { addresses } from '../addresses.ts'
import {
  accountPath,
  accountsPath,
  configPath,
  configsPath,
} from '../features/connections/connections-api.ts'
import { actAs } from '../features/end-users/act-as.ts'
import { jobPath } from '../features/media/media-kinds.ts'
import { callPath } from '../features/model-calls/call-paths.ts'
import { questionAddress, questionPath } from '../features/questions/questions-api.ts'
import { executionPath, sessionPath, sessionsPath } from '../features/sandboxes/sandbox-paths.ts'
import { sessionName } from '../features/sandboxes/session-name.ts'
import { collectionsPath } from '../features/tables/tables-api.ts'
import { toolkitPath, toolkitsPath } from '../features/toolkits/toolkits-api.ts'
import { logPath, toolPath } from '../features/tools/tools-api.ts'

export type FoundObject = { id: string; kind: string; label: string; to: string }

type Finder = {
  isAdminOnly: boolean
  byId(api: Stoa, id: string, signal: AbortSignal): Promise<FoundObject>
  byName(api: Stoa, text: string, signal: AbortSignal): Promise<FoundObject[]>
}

const endUser = ({ id, name }: { id: string; name: string }): FoundObject => ({
  id,
  kind: 'End user',
  label: name,
  to: addresses.endUser.replace('{id}', id),
})
const apiKey = ({ id, name }: { id: string; name: string }): FoundObject => ({
  id,
  kind: 'API key',
  label: name,
  to: addresses.key.replace('{id}', id),
})

const file = ({ id, name }: { id: string; name: string }): FoundObject => ({
  id,
  kind: 'File',
  label: name,
  to: addresses.file.replace('{id}', id),
})

const table = ({ id, name }: { id: string; name: string }): FoundObject => ({
  id,
  kind: 'Table',
  label: name,
  to: addresses.table.replace('{id}', id),
})

const webhook = ({ id, url }: { id: string; url: string }): FoundObject => ({
  id,
  kind: 'Webhook',
  label: url,
  to: addresses.webhook.replace('{id}', id),
})

const session = (found: { id: string; threadId: string }): FoundObject => ({
  id: found.id,
  kind: 'Sandbox session',
  label: sessionName(found),
  to: addresses.session.replace('{id}', found.id),
})

const execution = ({ id }: { id: string }): FoundObject => ({
  id,
  kind: 'Execution',
  label: `…${id.slice(-8)}`,
  to: addresses.execution.replace('{id}', id),
})

const call = ({ id, modelAsked }: { id: string; modelAsked: string }): FoundObject => ({
  id,
  kind: 'Model call',
  label: `${modelAsked} …${id.slice(-8)}`,
  to: addresses.call.replace('{id}', id),
})

const mediaJob = ({ id, model }: { id: string; model: string }): FoundObject => ({
  id,
  kind: 'Media job',
  label: `${model} …${id.slice(-8)}`,
  to: addresses.mediaJob.replace('{id}', id),
})

const model = ({ id, modelId }: { id: string; modelId: string }): FoundObject => ({
  id,
  kind: 'Model',
  label: modelId,
  to: `${addresses.models}?q=${encodeURIComponent(modelId)}`,
})

const toolkit = ({ id, name, slug }: { id: string; name: string; slug: string }): FoundObject => ({
  id,
  kind: 'Toolkit',
  label: name,
  to: addresses.toolkit.replace('{id}', encodeURIComponent(slug)),
})

const tool = ({ slug, name, id = slug }: { id?: string; name: string; slug: string }): FoundObject => ({
  id,
  kind: 'Tool',
  label: name,
  to: addresses.tool.replace('{id}', encodeURIComponent(slug)),
})

const account = ({ id, label }: { id: string; label: string }): FoundObject => ({
  id,
  kind: 'Connected account',
  label,
  to: addresses.connection.replace('{id}', id),
})

const authConfig = (found: { id: string; name: string; displayName: string | null }): FoundObject => ({
  id: found.id,
  kind: 'Auth config',
  label: found.displayName ?? found.name,
  to: addresses.authConfig.replace('{id}', found.id),
})

const toolRun = ({ id, toolSlug }: { id: string; toolSlug: string }): FoundObject => ({
  id,
  kind: 'Tool run',
  label: toolSlug,
  to: addresses.toolRun.replace('{id}', id),
})

const question = ({ id, question: text }: { id: string; question: string }): FoundObject => ({
  id,
  kind: 'Question',
  label: text,
  to: questionAddress(id),
})

const few = 5

/** Whoever adds a kind of thing adds how it is found. */
const finders: readonly Finder[] = [
  {
    isAdminOnly: false,
    byId: async (api, id, signal) =>
      endUser(await api.get('/api/v1/external-users/{id}', { params: { id }, signal })),
    byName: async (api, q, signal) =>
      (await api.get('/api/v1/external-users', { query: { q, limit: few }, signal })).map(endUser),
  },
  {
    isAdminOnly: false,
    byId: async (api, id, signal) =>
      file(await actAs(api).get('/api/v1/file/meta/{id}', { params: { id }, signal })),
    byName: async (api, q, signal) =>
      (await actAs(api).get('/api/v1/file', { query: { q, limit: few }, signal })).map(file),
  },
  {
    isAdminOnly: false,
    byId: async (api, id, signal) =>
      table(await actAs(api).get('/api/v1/table/collections/{id}', { params: { id }, signal })),
    byName: async (api, q, signal) =>
      (await actAs(api).get(collectionsPath, { query: { q, limit: few }, signal })).map(table),
  },
  {
    isAdminOnly: false,
    byId: async (api, id, signal) => session(await actAs(api).get(sessionPath, { params: { id }, signal })),
    // By the whole name of the thread alone: sessions have no other.
    byName: async (api, threadId, signal) =>
      (await actAs(api).get(sessionsPath, { query: { threadId, limit: few }, signal })).map(session),
  },
  {
    isAdminOnly: false,
    byId: async (api, executionId, signal) =>
      execution(await actAs(api).get(executionPath, { params: { executionId }, signal })),
    byName: async () => [],
  },
  {
    isAdminOnly: false,
    byId: async (api, id, signal) => call(await actAs(api).get(callPath, { params: { id }, signal })),
    byName: async () => [],
  },
  {
    isAdminOnly: false,
    byId: async (api, id, signal) => mediaJob(await actAs(api).get(jobPath, { params: { id }, signal })),
    byName: async () => [],
  },
  {
    isAdminOnly: false,
    byId: async (api, modelId, signal) =>
      model(await api.get('/api/v1/ai/models/{modelId}', { params: { modelId }, signal })),
    byName: async (api, q, signal) =>
      (await api.get('/api/v1/ai/models', { query: { q }, signal })).slice(0, few).map(model),
  },
  {
    isAdminOnly: false,
    byId: async (api, id, signal) => toolkit(await api.get(toolkitPath, { params: { id }, signal })),
    byName: async (api, q, signal) =>
      (await api.get(toolkitsPath, { query: { q, limit: few }, signal })).map(toolkit),
  },
  {
    isAdminOnly: false,
    byId: async (api, id, signal) => tool(await api.get(toolPath, { params: { id }, signal })),
    // By meaning, as they are looked for everywhere: there are too many to be known by name.
    byName: async (api, query, signal) =>
      (await api.post('/api/v1/tools/search', { body: { query, limit: few }, signal })).map(tool),
  },
  {
    isAdminOnly: false,
    byId: async (api, id, signal) => account(await actAs(api).get(accountPath, { params: { id }, signal })),
    byName: async (api, q, signal) =>
      (await actAs(api).get(accountsPath, { query: { q, limit: few }, signal })).map(account),
  },
  {
    isAdminOnly: false,
    byId: async (api, id, signal) => authConfig(await api.get(configPath, { params: { id }, signal })),
    byName: async (api, q, signal) =>
      (await api.get(configsPath, { query: { q, showDisabled: true, limit: few }, signal })).map(authConfig),
  },
  {
    isAdminOnly: false,
    byId: async (api, logId, signal) => toolRun(await actAs(api).get(logPath, { params: { logId }, signal })),
    byName: async () => [],
  },
  {
    isAdminOnly: false,
    byId: async (api, id, signal) => question(await actAs(api).get(questionPath, { params: { id }, signal })),
    byName: async () => [],
  },
  {
    isAdminOnly: true,
    byId: async (api, id, signal) =>
      apiKey(await api.get('/api/v1/api-keys/{id}', { params: { id }, signal })),
    byName: async (api, q, signal) =>
      (await api.get('/api/v1/api-keys', { query: { q, limit: few }, signal })).map(apiKey),
  },
  {
    isAdminOnly: true,
    byId: async (api, id, signal) =>
      webhook(await api.get('/api/v1/webhooks/{id}', { params: { id }, signal })),
    byName: async (api, q, signal) =>
      (await api.get('/api/v1/webhooks', { query: { q, limit: few }, signal })).map(webhook),
  },
]

const idForm = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Things of the project by id or by a part of their name, all kinds at once. */
export async function findObjects(
  api: Stoa,
  text: string,
  isAdmin: boolean,
  signal: AbortSignal,
): Promise<FoundObject[]> {
  const asked = finders.filter((finder) => isAdmin || !finder.isAdminOnly)
  const found = await Promise.all(
    asked.map((finder) =>
      idForm.test(text)
        ? finder.byId(api, text, signal).then(
            (object) => [object],
            (error) => {
              // Of another kind, or of another project.
              if (isStoaError(error) && error.status === 404) return []
              throw error
            },
          )
        : finder.byName(api, text, signal),
    ),
  )
  return found.flat()
}
