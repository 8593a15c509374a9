import { capitalize } from '../../components/text/capitalize.ts'

type Area = { name: string; read?: string; write?: string; execute?: string }

/** What the scopes of API keys allow, by the area in front of their verb. */
const areas: Readonly<Record<string, Area>> = {
  overview: { name: 'Overview', read: 'View activity and what needs attention' },
  chat: {
    name: 'Chat',
    read: 'Read conversations',
    write: 'Create, change and delete conversations',
    execute: 'Talk to agents',
  },
  workflow: {
    name: 'Workflows and agents',
    read: 'View workflows, agents and their runs',
    write: 'Create, change and delete workflows and agents',
    execute: 'Run workflows',
  },
  triggers: {
    name: 'Triggers',
    read: 'View triggers and what they started',
    write: 'Create, change, pause and delete triggers',
  },
  tools: {
    name: 'Tools',
    read: 'View tools and their runs',
    write: 'Create, change and delete tools',
    execute: 'Run tools',
  },
  toolkits: { name: 'Toolkits', read: 'View toolkits', write: 'Import, install, change and delete toolkits' },
  'connected-accounts': {
    name: 'Connected accounts',
    read: 'View connected accounts',
    write: 'Connect, change and delete accounts',
  },
  'auth-configs': {
    name: 'Auth configs',
    read: 'View auth configs',
    write: 'Create, change and delete auth configs',
  },
  mcp: {
    name: 'MCP servers',
    read: 'View MCP servers and their calls',
    write: 'Create, change and delete MCP servers',
    execute: 'Call MCP servers',
  },
  llm: {
    name: 'Models',
    read: 'View models, providers and calls',
    write: 'Configure models and providers',
    execute: 'Call models',
  },
  knowledge: {
    name: 'Knowledge',
    read: 'Search knowledge collections',
    write: 'Create, change and delete knowledge collections',
  },
  table: { name: 'Tables', read: 'Read tables', write: 'Create, change and delete tables and rows' },
  files: { name: 'Files', read: 'View and download files', write: 'Upload, change and delete files' },
  skills: { name: 'Skills', read: 'View skills', write: 'Create, install, change and delete skills' },
  sandbox: {
    name: 'Sandboxes',
    read: 'View sandboxes and what they ran',
    write: 'Create, change and stop sandboxes',
    execute: 'Run code',
  },
  browser: {
    name: 'Browsers',
    read: 'View browser sessions',
    write: 'Create, hand off and close browser sessions',
    execute: 'Act in browser sessions',
  },
  'external-users': {
    name: 'End users',
    read: 'View end users and export their data',
    write: 'Create, change, merge and erase end users',
  },
  usage: { name: 'Usage', read: 'View usage, credits and caps', write: 'Change credits and caps' },
  events: { name: 'Events', read: 'Follow project events' },
  webhooks: {
    name: 'Webhooks',
    read: 'View webhooks and deliveries',
    write: 'Create, change and delete webhooks',
  },
  audit: { name: 'Audit log', read: 'View the audit log' },
  'api-keys': {
    name: 'API keys',
    read: 'View API keys',
    write: 'Create, change, rotate and revoke API keys',
  },
  'saved-items': {
    name: 'Saved views and presets',
    read: 'View saved views and presets',
    write: 'Save, change and delete views and presets',
  },
  project: { name: 'Project', read: 'View project settings', write: 'Change project settings' },
  users: { name: 'Profile', read: 'View the own profile', write: 'Change the own profile' },
  run: { name: 'Background runs', read: 'View background runs', write: 'Cancel background runs' },
}

const verbs = ['read', 'write', 'execute'] as const
const verbNames: Readonly<Record<string, string>> = {
  read: 'View',
  write: 'Create, change and delete',
  execute: 'Run',
  '*': 'Everything',
}

const partsOf = (scope: string): readonly [string, string] => {
  const [area = '', verb = ''] = scope.split(':', 2)
  return [area, verb]
}

const areaName = (area: string): string => areas[area]?.name ?? capitalize(area.replaceAll('-', ' '))

/** `overview:read` as what it allows. */
export function scopeText(scope: string): string {
  const [area, verb] = partsOf(scope)
  if (verb === '') return scope
  const own = areas[area]?.[verb as (typeof verbs)[number]]
  return own ?? `${areaName(area)}: ${(verbNames[verb] ?? verb).toLowerCase()}`
}

const known = Object.keys(areas)
const rankOf = (area: string): number => (known.includes(area) ? known.indexOf(area) : known.length)
const verbRank = (scope: string): number => verbs.indexOf(partsOf(scope)[1] as (typeof verbs)[number])

/** Scopes by their area, in the order of the dashboard; what reads comes first. */
export function scopeGroups(scopes: readonly string[]): { name: string; scopes: string[] }[] {
  const byArea = Map.groupBy(scopes, (scope) => partsOf(scope)[0])
  return [...byArea]
    .sort(([a], [b]) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
    .map(([area, own]) => ({
      name: areaName(area),
      scopes: own.toSorted((a, b) => verbRank(a) - verbRank(b)),
    }))
}
