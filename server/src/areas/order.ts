import { auditManifest } from './audit/manifest.ts'
import { connectionsManifest } from './connections/manifest.ts'
import { externalUsersManifest } from './external-users/manifest.ts'
import { filesManifest } from './files/manifest.ts'
import { llmManifest } from './llm/manifest.ts'
import { openApiToolsManifest } from './openapi-tools/manifest.ts'
import { piecesManifest } from './pieces/manifest.ts'
import { projectsManifest } from './projects/manifest.ts'
import { runsManifest } from './runs/manifest.ts'
import { sandboxesManifest } from './sandboxes/manifest.ts'
import { tablesManifest } from './tables/manifest.ts'
import { toolSearchManifest } from './tool-search/manifest.ts'
import { toolkitsManifest } from './toolkits/manifest.ts'
import { toolsManifest } from './tools/manifest.ts'
import { usageManifest } from './usage/manifest.ts'
import { usersManifest } from './users/manifest.ts'
import { webhooksManifest } from './webhooks/manifest.ts'

/**
 * Every area, lowest first. Calls go down this list, events go up it: an area may know only the areas that stand before
 * it. What each is made of, its tables, error codes, events and audit actions, stands in its manifest.
 */
export const manifests = [
  // who did what, written in the transaction that did it
  auditManifest,
  // projects and their API keys
  projectsManifest,
  // work in the background, as the operator of the installation sees it
  runsManifest,
  // people at the dashboard: accounts, sessions, the profile
  usersManifest,
  // what was used and what it cost, and how much may be
  usageManifest,
  // the end users of a project, selected with x-username
  externalUsersManifest,
  // what happens in a project, told to the outside: webhooks and the stream of events
  webhooksManifest,
  // files of end users: uploads, downloads, what uses them, how much they take
  filesManifest,
  // collections of documents: schema, filters, history, proposals
  tablesManifest,
  // code that nobody trusts, run once or in sessions that live on
  sandboxesManifest,
  // the models that can be called, what they cost, and every call of one
  llmManifest,
  // the catalogue of toolkits, and the ports by which tools come into it
  toolkitsManifest,
  // tools made of API descriptions: shipped ones, and those that projects import
  openApiToolsManifest,
  // integrations of the Activepieces community, each in a process of its own
  piecesManifest,
  // tools found by what they should do
  toolSearchManifest,
  // accounts of end users at outside services, and how a project is known there
  connectionsManifest,
  // what agents can do: custom tools, built-in ones, executing them, logs and fixtures
  toolsManifest,
] as const

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
