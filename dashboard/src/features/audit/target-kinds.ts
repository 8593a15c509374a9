import type { Stoa } from '@stoa/sdk'
import { formatAmount } from '../../components/text/format-number.ts'
import { href } from '../../href.ts'
import { browserRoutes } from '../../pages/browsers/routes.ts'
import { chatRoutes } from '../../pages/chat/routes.ts'
import { connectionRoutes } from '../../pages/connections/routes.ts'
import { endUserRoutes } from '../../pages/end-users/routes.ts'
import { fileRoutes } from '../../pages/files/routes.ts'
import { keyRoutes } from '../../pages/keys/routes.ts'
import { knowledgeRoutes } from '../../pages/knowledge/routes.ts'
import { mcpRoutes } from '../../pages/mcp-servers/routes.ts'
import { modelRoutes } from '../../pages/models/routes.ts'
import { questionRoutes } from '../../pages/questions/routes.ts'
import { sandboxRoutes } from '../../pages/sandboxes/routes.ts'
import { settingsRoutes } from '../../pages/settings/routes.ts'
import { skillRoutes } from '../../pages/skills/routes.ts'
import { tableRoutes } from '../../pages/tables/routes.ts'
import { toolkitRoutes } from '../../pages/toolkits/routes.ts'
import { toolRoutes } from '../../pages/tools/routes.ts'
import { triggerRoutes } from '../../pages/triggers/routes.ts'
import { usageRoutes } from '../../pages/usage/routes.ts'
import { webhookRoutes } from '../../pages/webhooks/routes.ts'
import { workflowRoutes } from '../../pages/workflows/routes.ts'
import { sessionPath as browserSessionPath } from '../browsers/browser-paths.ts'
import { sessionName as browserSessionName } from '../browsers/session-name.ts'
import { threadPath, titleOf } from '../chat/chat-api.ts'
import { accountPath, configPath } from '../connections/connections-api.ts'
import { actAs } from '../end-users/act-as.ts'
import { endUserName } from '../end-users/use-end-user-names.ts'
import { collectionPath } from '../knowledge/knowledge-api.ts'
import { questionPath } from '../questions/questions-api.ts'
import { sessionPath as sandboxSessionPath } from '../sandboxes/sandbox-paths.ts'
import { sessionName as sandboxSessionName } from '../sandboxes/session-name.ts'
import { toolkitPath } from '../toolkits/toolkits-api.ts'
import { toolPath } from '../tools/tools-api.ts'
import { triggerPath } from '../triggers/triggers-api.ts'
import { periodNames } from '../usage/cap-labels.ts'
import { detailPath, executionPath } from '../workflows/workflows-api.ts'

type Details = Readonly<Record<string, unknown>>

export type TargetKind = {
  /** Where it is shown, or the list that has it; null where no page has it. */
  url: ((id: string, details: Details) => string) | null
  /** What it is called, made of what the entry has: for what has no name. */
  nameIn?(details: Details): string | null
  /**
   * Reads what it is called now; null, or 404 of the server, where it is not there any longer. Entries do not have the
   * names of what belongs to an end user: they stay when its data is erased.
   */
  nameNow?(api: Stoa, id: string, signal: AbortSignal): Promise<string | null>
  /** Its ID is what it is called. */
  isNamedById?: true
}

const at =
  (path: string): TargetKind['url'] =>
  (id) =>
    href(path, { id })
const list =
  (path: string): TargetKind['url'] =>
  () =>
    path
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What the audit log is about, by the type of the target. */
export const targetKinds: Readonly<Record<string, TargetKind>> = {
  account: { url: list(settingsRoutes.members), nameNow: memberName },
  api_key: {
    url: at(keyRoutes.detail),
    nameNow: async (api, id, signal) =>
      (await api.get('/api/v1/api-keys/{id}', { params: { id }, signal })).name,
  },
  auth_config: {
    url: at(connectionRoutes.authConfig),
    nameNow: async (api, id, signal) => {
      const { displayName, name } = await api.get(configPath, { params: { id }, signal })
      return displayName ?? name
    },
  },
  browser_profile: { url: list(browserRoutes.profiles) },
  browser_session: {
    url: at(browserRoutes.session),
    nameNow: async (api, id, signal) =>
      browserSessionName(await actAs(api).get(browserSessionPath, { params: { sessionId: id }, signal })),
  },
  collection: {
    url: at(tableRoutes.detail),
    nameNow: async (api, id, signal) =>
      (await actAs(api).get('/api/v1/table/collections/{id}', { params: { id }, signal })).name,
  },
  connected_account: {
    url: at(connectionRoutes.detail),
    nameNow: async (api, id, signal) => (await actAs(api).get(accountPath, { params: { id }, signal })).label,
  },
  execution: {
    url: at(workflowRoutes.execution),
    nameNow: async (api, id, signal) =>
      (await actAs(api).get(executionPath, { params: { id }, query: { stepsLimit: 0 }, signal }))
        .workflowName,
  },
  external_user: { url: at(endUserRoutes.detail), nameNow: endUserName },
  file: {
    url: at(fileRoutes.detail),
    nameNow: async (api, id, signal) =>
      (await actAs(api).get('/api/v1/file/meta/{id}', { params: { id }, signal })).name,
  },
  human_request: {
    url: at(questionRoutes.detail),
    nameNow: async (api, id, signal) =>
      (await actAs(api).get(questionPath, { params: { id }, signal })).question,
  },
  invitation: { url: list(settingsRoutes.members) },
  knowledge_collection: {
    url: at(knowledgeRoutes.sources),
    nameNow: async (api, id, signal) =>
      (await actAs(api).get(collectionPath, { params: { id }, signal })).name,
  },
  llm_provider: { url: list(modelRoutes.providers), isNamedById: true },
  mcp_client: { url: list(mcpRoutes.clients) },
  mcp_server: {
    url: at(mcpRoutes.detail),
    nameNow: async (api, id, signal) =>
      (await api.get('/api/v1/mcp_manager/{id}', { params: { id }, signal })).name,
  },
  member: { url: list(settingsRoutes.members), nameNow: memberName },
  model: { url: (id) => `${modelRoutes.list}?q=${encodeURIComponent(id)}`, isNamedById: true },
  project: { url: list(settingsRoutes.settings) },
  proposal: {
    url: (proposalId, { collection }) =>
      text(collection) === ''
        ? tableRoutes.allProposals
        : href(tableRoutes.proposal, { id: text(collection), proposalId }),
  },
  run: { url: null },
  sandbox_session: {
    url: at(sandboxRoutes.session),
    nameNow: async (api, id, signal) =>
      sandboxSessionName(await actAs(api).get(sandboxSessionPath, { params: { id }, signal })),
  },
  skill: {
    url: at(skillRoutes.detail),
    nameNow: async (api, id, signal) =>
      (await api.get('/api/v1/skills/detail/{id}', { params: { id }, signal })).name,
  },
  thread: {
    url: at(chatRoutes.inboxThread),
    nameNow: async (api, id, signal) =>
      titleOf(await actAs(api).get(threadPath, { params: { thread_id: id }, signal })),
  },
  tool: {
    url: at(toolRoutes.detail),
    nameNow: async (api, id, signal) => (await api.get(toolPath, { params: { id }, signal })).name,
  },
  tool_fixture: { url: (_, { toolSlug }) => toolOr(text(toolSlug)) },
  toolkit: {
    url: at(toolkitRoutes.detail),
    nameNow: async (api, id, signal) => (await api.get(toolkitPath, { params: { id }, signal })).name,
  },
  trigger: {
    url: at(triggerRoutes.detail),
    nameNow: async (api, id, signal) =>
      (await actAs(api).get(triggerPath, { params: { triggerId: id }, signal })).name,
  },
  usage_cap: { url: list(usageRoutes.caps), nameIn: capIn },
  usage_entry: { url: list(usageRoutes.ledger), nameIn: creditsIn },
  webhook: {
    url: at(webhookRoutes.detail),
    nameNow: async (api, id, signal) =>
      new URL((await api.get('/api/v1/webhooks/{id}', { params: { id }, signal })).url).host,
  },
  workflow: {
    url: at(workflowRoutes.editor),
    nameNow: async (api, id, signal) => (await actAs(api).get(detailPath, { params: { id }, signal })).name,
  },
}

/** An entry of the ledger: its credits, and why or for which month. */
function creditsIn({ credits, reason, month }: Details): string | null {
  if (typeof credits !== 'number') return null
  const why = text(reason) || text(month)
  return `${formatAmount(credits)} credits${why && `: ${why}`}`
}

/** A cap: how many credits per period, as its page says it. */
function capIn({ credits, period }: Details): string | null {
  if (typeof credits !== 'number') return null
  return `${formatAmount(credits)} credits ${periodNames[period as keyof typeof periodNames] ?? ''}`.trim()
}

const toolOr = (slug: string): string =>
  slug === '' ? toolRoutes.list : href(toolRoutes.detail, { id: slug })

async function memberName(api: Stoa, id: string, signal: AbortSignal): Promise<string | null> {
  const members = await api.get('/api/v1/members', { query: { limit: 100 }, signal })
  return members.find((each) => each.id === id)?.name ?? null
}
