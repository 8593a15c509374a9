import type { AuditEntry } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import { CopyId } from '../../components/actions/copy-id.tsx'
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
import { objectName, targetName } from './action-text.ts'

/** Where the object of each type is shown, or the list that has it. */
const urls: Record<string, (id: string) => string> = {
  api_key: (id) => href(keyRoutes.detail, { id }),
  auth_config: (id) => href(connectionRoutes.authConfig, { id }),
  browser_profile: () => browserRoutes.profiles,
  browser_session: (id) => href(browserRoutes.session, { id }),
  collection: (id) => href(tableRoutes.detail, { id }),
  connected_account: (id) => href(connectionRoutes.detail, { id }),
  execution: (id) => href(workflowRoutes.execution, { id }),
  external_user: (id) => href(endUserRoutes.detail, { id }),
  file: (id) => href(fileRoutes.detail, { id }),
  invitation: () => settingsRoutes.members,
  knowledge_collection: (id) => href(knowledgeRoutes.sources, { id }),
  llm_provider: () => modelRoutes.providers,
  mcp_client: () => mcpRoutes.clients,
  mcp_server: (id) => href(mcpRoutes.detail, { id }),
  member: () => settingsRoutes.members,
  project: () => settingsRoutes.settings,
  sandbox_session: (id) => href(sandboxRoutes.session, { id }),
  skill: (id) => href(skillRoutes.detail, { id }),
  thread: (id) => href(chatRoutes.inboxThread, { id }),
  tool: (id) => href(toolRoutes.detail, { id }),
  toolkit: (id) => href(toolkitRoutes.detail, { id }),
  trigger: (id) => href(triggerRoutes.detail, { id }),
  usage_cap: () => usageRoutes.caps,
  webhook: (id) => href(webhookRoutes.detail, { id }),
  workflow: (id) => href(workflowRoutes.editor, { id }),
}

/** What an entry says was deleted is not there to be opened. */
const isDeleted = (action: string): boolean => /\.(deleted|erased|removed|uninstalled|merged)$/.test(action)

type TargetLinkProps = { entry: Pick<AuditEntry, 'action' | 'target' | 'details'> }

/** The object of an entry: a link to it where it has a page, by its name where the entry has one, and its id. */
export function TargetLink({ entry: { action, target, details } }: TargetLinkProps) {
  const { type, id } = target
  const name = targetName(details) ?? objectName(type)
  const urlOf = isDeleted(action) ? undefined : urls[type]
  return (
    <span className="row">
      {urlOf ? <Link to={urlOf(id)}>{name}</Link> : name}
      <CopyId id={id} isShort />
    </span>
  )
}
