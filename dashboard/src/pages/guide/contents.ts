/** A page of the guide: the last part of its URL, its file below docs/, and its first heading. */
export type GuideEntry = { slug: string; file: string; title: string }

export type GuideSection = { title: string; entries: readonly GuideEntry[] }

const inFolder =
  (folder: string, prefix = '') =>
  ([name, title]: readonly [string, string]): GuideEntry => ({
    slug: prefix + name,
    file: `${folder}${name}.md`,
    title,
  })

const areas = [
  ['users', 'Users and keys'],
  ['external-users', 'End users'],
  ['models', 'Models'],
  ['workflows', 'Workflows and agents'],
  ['chat', 'Chat'],
  ['triggers', 'Triggers'],
  ['skills', 'Skills'],
  ['toolkits', 'Toolkits'],
  ['tools', 'Tools'],
  ['auth-configs', 'Auth configs'],
  ['connected-accounts', 'Connected accounts'],
  ['mcp', 'MCP'],
  ['knowledge', 'Knowledge'],
  ['tables', 'Tables'],
  ['files', 'Files'],
  ['sandboxes', 'Sandboxes'],
  ['browsers', 'Browser'],
  ['usage', 'Usage'],
] as const

const recipes = [
  ['chat-in-your-product', 'Chat in your product'],
  ['answers-from-documents', 'Answers from documents, with citations'],
  ['gmail-with-approval', 'An agent that uses Gmail, with approval'],
  ['webhook-that-answers', 'A webhook that answers'],
  ['nightly-report', 'A nightly report from a table'],
  ['python-from-an-agent', 'Run Python from an agent'],
  ['tools-over-mcp', 'Tools for Claude and Cursor'],
  ['openapi-service', 'A service with an OpenAPI document'],
  ['credits-per-user', 'Credits and limits for each user'],
  ['teach-once', 'A tool that is taught once'],
] as const

const references = [
  ['workflows', 'Workflows and agents'],
  ['expressions', 'Expressions'],
  ['agents', 'Agents'],
  ['chat', 'Chat'],
  ['triggers', 'Triggers'],
  ['skills', 'Skills'],
  ['knowledge', 'Knowledge'],
  ['mcp', 'MCP servers'],
  ['browsers', 'Browser sessions'],
] as const

const operations = [
  ['install', 'Install'],
  ['back-up', 'Back up and restore'],
  ['upgrade', 'Upgrade'],
  ['move-to-postgresql', 'Move to a PostgreSQL server'],
  ['nodes', 'Several nodes'],
  ['platforms', 'Platforms'],
  ['integrations', 'Integrations'],
] as const

const security = [
  ['sandbox', 'Sandboxes: the isolation boundary, its limits, how to add a stronger one'],
  ['availability', 'How one request is prevented from blocking the server'],
  ['threats', 'Threats and faults, and the tests that hold'],
] as const

/** Every page, in the order of the sidebar. */
export const guideSections: readonly GuideSection[] = [
  { title: 'Start', entries: [inFolder('guide/')(['start', 'Quickstart'])] },
  { title: 'Areas', entries: areas.map(inFolder('guide/areas/')) },
  { title: 'Recipes', entries: recipes.map(inFolder('guide/recipes/')) },
  { title: 'Reference', entries: references.map(inFolder('reference/', 'reference-')) },
  { title: 'Operations', entries: operations.map(inFolder('operations/', 'operations-')) },
  { title: 'Security', entries: security.map(inFolder('security/', 'security-')) },
]

export const guideEntries: readonly GuideEntry[] = guideSections.flatMap(({ entries }) => entries)
