import { manifest as account } from './account/manifest.ts'
import { manifest as apiReference } from './api-reference/manifest.ts'
import { manifest as audit } from './audit/manifest.ts'
import { manifest as auth } from './auth/manifest.ts'
import { manifest as browsers } from './browsers/manifest.ts'
import { manifest as chat } from './chat/manifest.ts'
import { manifest as connections } from './connections/manifest.ts'
import { manifest as endUsers } from './end-users/manifest.ts'
import { manifest as events } from './events/manifest.ts'
import { manifest as files } from './files/manifest.ts'
import { manifest as guide } from './guide/manifest.ts'
import { manifest as keys } from './keys/manifest.ts'
import { manifest as knowledge } from './knowledge/manifest.ts'
import type { PageManifest } from './manifest.ts'
import { manifest as mcpConsent } from './mcp-consent/manifest.ts'
import { manifest as mcpServers } from './mcp-servers/manifest.ts'
import { manifest as models } from './models/manifest.ts'
import { manifest as overview } from './overview/manifest.ts'
import { manifest as playground } from './playground/manifest.ts'
import { manifest as questions } from './questions/manifest.ts'
import { manifest as sandboxes } from './sandboxes/manifest.ts'
import { manifest as settings } from './settings/manifest.ts'
import { manifest as skills } from './skills/manifest.ts'
import { manifest as tables } from './tables/manifest.ts'
import { manifest as toolkits } from './toolkits/manifest.ts'
import { manifest as tools } from './tools/manifest.ts'
import { manifest as triggers } from './triggers/manifest.ts'
import { manifest as usage } from './usage/manifest.ts'
import { manifest as webhooks } from './webhooks/manifest.ts'
import { manifest as workflows } from './workflows/manifest.ts'

/** Every page of the dashboard. Within a group, the navigation lists entries in this order. */
export const manifests: readonly PageManifest[] = [
  auth,
  mcpConsent,
  overview,
  chat,
  playground,
  workflows,
  triggers,
  skills,
  models,
  toolkits,
  tools,
  mcpServers,
  connections,
  sandboxes,
  browsers,
  files,
  knowledge,
  endUsers,
  questions,
  tables,
  usage,
  events,
  keys,
  webhooks,
  audit,
  settings,
  account,
  guide,
  apiReference,
]
