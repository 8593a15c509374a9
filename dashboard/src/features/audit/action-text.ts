import { capitalize } from '../../components/text/capitalize.ts'

/** What objects are called in the dashboard, where the API has another name. */
const names: Record<string, string> = {
  api_key: 'API key',
  collection: 'Table',
  external_user: 'End user',
  human_request: 'Question',
  knowledge_collection: 'Collection',
  llm_provider: 'Provider',
  mcp_client: 'MCP client',
  mcp_server: 'MCP server',
  usage: 'Credits',
  usage_cap: 'Cap',
  usage_entry: 'Ledger entry',
}

const spaced = (name: string): string => name.replaceAll('_', ' ')

/** `external_user` as people say it: End user. */
export const objectName = (type: string): string => names[type] ?? capitalize(spaced(type))

/** What the object of an entry was called then, where the entry says so. */
export function targetName(details: Readonly<Record<string, unknown>>): string | null {
  const { name, title, slug, email, client, toolSlug, collection } = details
  const names = [name, title, slug, email, client, toolSlug, collection]
  return names.find((name): name is string => typeof name === 'string' && name.trim() !== '') ?? null
}

/** Whether its object is not there any longer. */
export const isDeletion = (action: string): boolean =>
  // The target of a source is its collection.
  /\.(deleted|erased|removed|uninstalled|merged)$/.test(action) && !action.startsWith('knowledge_source.')

/** `external_user.created` as people say it: End user created. */
export function actionText(action: string): string {
  const [type = '', ...verbs] = action.split('.')
  return [objectName(type), ...verbs.map(spaced)].join(' ')
}
