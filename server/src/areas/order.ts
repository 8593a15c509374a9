import type { KernelParts } from '../kernel-parts.ts'
import { agentsArea } from './agents/index.ts'
import { createAreaList } from './area-list.ts'
import { auditArea } from './audit/index.ts'
import { browsersArea } from './browsers/index.ts'
import { chatArea } from './chat/index.ts'
import { connectionsArea } from './connections/index.ts'
import { embedArea } from './embed/index.ts'
import { externalUsersArea } from './external-users/index.ts'
import { filesArea } from './files/index.ts'
import { knowledgeArea } from './knowledge/index.ts'
import { llmArea } from './llm/index.ts'
import { mcpArea } from './mcp/index.ts'
import { mcpAuthArea } from './mcp-auth/index.ts'
import { openApiToolsArea } from './openapi-tools/index.ts'
import { overviewArea } from './overview/index.ts'
import { piecesArea } from './pieces/index.ts'
import { projectsArea } from './projects/index.ts'
import { runsArea } from './runs/index.ts'
import { sandboxesArea } from './sandboxes/index.ts'
import { savedItemsArea } from './saved-items/index.ts'
import { skillsArea } from './skills/index.ts'
import { tablesArea } from './tables/index.ts'
import { threadsArea } from './threads/index.ts'
import { toolSearchArea } from './tool-search/index.ts'
import { toolkitsArea } from './toolkits/index.ts'
import { toolsArea } from './tools/index.ts'
import { triggersArea } from './triggers/index.ts'
import { usageArea } from './usage/index.ts'
import { usersArea } from './users/index.ts'
import { webhooksArea } from './webhooks/index.ts'
import { workflowsArea } from './workflows/index.ts'

/**
 * Every area, lowest first. Calls go down this list, events go up it: an area may know only the areas before
 * it, and gets them from `app.ts`. What each declares, its tables, error codes, events and audit actions, is in its
 * `manifest.ts`; what else the product takes from it, in `AreaInstance`.
 */
export const areas = createAreaList<KernelParts>()
  // Who did what, written in the transaction that did it.
  .add(auditArea)
  // Projects and their API keys.
  .add(projectsArea)
  // Work in the background, as the operator of the installation sees it.
  .add(runsArea)
  // People at the dashboard: accounts, sessions, the profile.
  .add(usersArea)
  // What was used and what it cost, and how much may be.
  .add(usageArea)
  // The end users of a project, selected with x-username.
  .add(externalUsersArea)
  // What happens in a project, published as webhooks and as a stream of events.
  .add(webhooksArea)
  // Files of end users: uploads, downloads, what uses them, how much they take.
  .add(filesArea)
  // Collections of documents: schema, filters, history, proposals.
  .add(tablesArea)
  // What people store of the dashboard under a name: views of tables, presets and conversations of the playground.
  .add(savedItemsArea)
  // Code that no one trusts, run once or in sessions that live on.
  .add(sandboxesArea)
  // The models that can be called, what they cost, and every call of one.
  .add(llmArea)
  // Texts that can be searched: collections, sources, chunks.
  .add(knowledgeArea)
  // The catalogue of toolkits, and the ports by which tools come into it.
  .add(toolkitsArea)
  // Tools made of API descriptions: shipped ones, and those that projects import.
  .add(openApiToolsArea)
  // Integrations of the Activepieces community, each in a separate process.
  .add(piecesArea)
  // Tools found by what they should do.
  .add(toolSearchArea)
  // Accounts of end users at outside services, and how a project is known there.
  .add(connectionsArea)
  // Browsers that agents and humans use together, and what stays of a visit.
  .add(browsersArea)
  // What agents can do: custom tools, built-in ones, executing them, logs and fixtures.
  .add(toolsArea)
  // Conversations: messages, branches, and the run that writes to them.
  .add(threadsArea)
  // The loop of agents: models and tools called one after the other, within limits.
  .add(agentsArea)
  // Instructions with files that agents read when they need them.
  .add(skillsArea)
  // Graphs and agents, their versions, and every execution of one.
  .add(workflowsArea)
  // Conversations with agents: threads, runs, streams for the clients of others.
  .add(chatArea)
  // Chats on the pages of others: tokens for browsers, agents that are shared with everyone.
  .add(embedArea)
  // What starts workflows and agents by itself: schedules, webhooks, and every invocation of one.
  .add(triggersArea)
  // Tools for MCP clients: servers, their calls, what they may see.
  .add(mcpArea)
  // How MCP clients sign in without an API key: consent, tokens for one server.
  .add(mcpAuthArea)
  // The project as a whole: what happens in it, what needs attention.
  .add(overviewArea)

/** Tables of the kernel; no area writes them. */
export const kernelTables = [
  'schema_migration',
  'idempotency_key',
  'installation_fact',
  'blob_garbage',
  'run',
  'run_step',
  'run_signal',
  'run_event',
  'run_schedule',
  'run_kind',
  'event',
  'event_counter',
  'node_lease',
  'node_slot',
] as const
