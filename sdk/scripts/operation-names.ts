import type { Operation } from './read-operations.ts'

/** An operation under its name; some take a value of the area in addition, which no caller has to pass. */
export type Call = { name: string; operation: Operation; preset: Readonly<Record<string, string>> }

/** A module of calls: the operations whose paths begin with the same word. */
export type Area = { name: string; fileName: string; calls: Call[] }

const reserved = new Set(['import', 'export', 'switch', 'new', 'return', 'default', 'function'])

/** Paths whose first words say less than one word of ours would. Changing this table renames what programs call. */
const homes: Readonly<Record<string, string>> = {
  'ai/models': 'models',
  'ai/llm': 'llm',
  'anthropic/v1': 'anthropic',
  'browser/sessions': 'browser',
  file: 'files',
  graphify: 'threads',
  'graphify/threads': 'threads',
  'knowledge/collections': 'knowledge',
  mcp_manager: 'mcp-servers',
  table: 'tables',
  'table/collections': 'tables',
  'skills/detail': 'skills',
  'skills/registry/sync': 'skills',
  trigger_instances: 'triggers',
  'trigger_instances/active': 'triggers',
  'trigger_instances/manage': 'triggers',
  'users/profile': 'profile',
  'workflow/manager': 'workflows',
  'workflow/manager/detail': 'workflows',
}

/** Names that the words of a path do not give. Changing this table renames what programs call. */
const exceptions: Readonly<Record<string, string>> = {
  'get /.well-known/oauth-protected-resource/api/v1/mcp/{serverId}': 'getMcpServerOauthProtectedResource',
  'get /.well-known/oauth-protected-resource/api/v1/mcp': 'getMcpOauthProtectedResource',
  'get /oauth/callback/{authConfigId}': 'receiveAuthConfigOauthCallback',
  'post /api/v1/ai/media/image': 'generateImage',
  'post /api/v1/ai/media/stt': 'transcribeAudio',
  'post /api/v1/ai/media/tts': 'generateSpeech',
  'post /api/v1/ai/media/video': 'generateVideo',
  'post /api/v1/anthropic/v1/messages/count_tokens': 'countTokens',
  'post /api/v1/browser/sessions/handoff/{handoffId}/done': 'completeHandoff',
  'get /api/v1/browser/sessions/{sessionId}/to-tool': 'previewTool',
  'post /api/v1/browser/sessions/{sessionId}/to-tool': 'createTool',
  'get /api/v1/graphify/threads/{thread_id}/state/{checkpoint_id}': 'getStateAt',
  'patch /api/v1/graphify/threads/{thread_id}/state': 'patchState',
  'delete /api/v1/knowledge/collections/{id}/sources': 'removeSourceByKey',
  'post /api/v1/knowledge/search': 'searchCollections',
  'get /api/v1/langgraph/threads/{thread_id}/state/{checkpoint_id}': 'getThreadStateAt',
  'patch /api/v1/langgraph/threads/{thread_id}/state': 'patchThreadState',
  'get /api/v1/mcp': 'streamDefault',
  'post /api/v1/mcp': 'callDefault',
  'get /api/v1/mcp/{serverId}': 'stream',
  'post /api/v1/skills/registry/sync/{id}/approve': 'approveUpdate',
  'get /api/v1/table/proposals': 'listProjectProposals',
  'get /api/v1/workflow/manager/{id}/executions': 'listWorkflowExecutions',
}

/** Sorts operations into areas and gives each a name that no other of its area has. */
export function areasOf(operations: Operation[]): Area[] {
  const calls = operations.flatMap((operation) => {
    const { area } = pathWords(operation.path)
    const call = { area, name: nameOf(operation), operation, preset: {} }
    return isOfAgentsToo(area, operation) ? [call, agentCall(call)] : [call]
  })
  return Object.entries(Object.groupBy(calls, ({ area }) => area)).map(([fileName, ofArea = []]) => {
    for (const [name, same = []] of Object.entries(Object.groupBy(ofArea, (call) => call.name)))
      if (same.length > 1) throw new Error(`${same.map(pathOf).join(' and ')} are both ${fileName}.${name}`)
    return { name: camel([fileName]), fileName, calls: ofArea }
  })
}

const pathOf = ({ operation: { method, path } }: Call) => `${method} ${path}`

/** An agent is a kind of workflow: what a summary says of both is a function of both. */
const isOfAgentsToo = (area: string, { summary }: Operation) =>
  area === 'workflows' && /\bagents?$/.test(summary)

function agentCall<T extends Call>({ operation, ...call }: T) {
  const { params, summary } = operation
  const ofAgent = summary.replace('a workflow or agent', 'an agent').replace('workflows and agents', 'agents')
  const isMade = params.length === 0
  return {
    ...call,
    area: 'agents',
    operation: { ...operation, summary: ofAgent },
    preset: isMade ? { workflowType: 'agent' } : {},
  }
}

const isParam = (part: string | undefined) => part?.startsWith('{') ?? false

/** The area of a path, and the words that distinguish its operations. What is not of a project is the server's. */
function pathWords(path: string): { area: string; words: string[] } {
  const parts = path
    .replace(/^\/api\/v1\//, '/')
    .split('/')
    .filter(Boolean)
  const words = parts.flatMap((part, at) => {
    if (isParam(part) || part === 'byId') return []
    return isParam(parts[at + 1]) && at + 2 < parts.length ? singular(part) : part
  })
  if (!path.startsWith('/api/v1/') || words[0]!.includes('.')) return { area: 'server', words }
  for (const length of [3, 2, 1]) {
    const home = homes[parts.slice(0, length).join('/')]
    if (home !== undefined) return { area: home, words: words.slice(length) }
  }
  return { area: parts[0]!.replaceAll('_', '-'), words: words.slice(1) }
}

/**
 * The verb is that of the summary, the noun is that of the path: "List prices" of `usage/prices` is `usage.listPrices`.
 * A word of the path that says the verb again gives only the rest of it: "Test a webhook" of `webhooks/{id}/test` is `test`.
 */
function nameOf(operation: Operation): string {
  const { method, path, summary } = operation
  const exception = exceptions[`${method} ${path}`]
  if (exception !== undefined) return exception
  const { area, words } = pathWords(path)
  const verb = verbOf(operation, words)
  const at = words.findLastIndex((word) => partsOf(word).includes(verb))
  const rest = at < 0 ? [] : partsOf(words[at]!).filter((part) => part !== verb)
  const nouns = words.filter((_, index) => index !== at)
  const last = nouns.at(-1) ?? ''
  const owners = nouns.slice(0, -1).map(singular)
  const isOne = path.endsWith('}') || /^\S+ (?:\w+ )?an? /.test(summary)
  const noun = isOne ? singular(last) : last
  // "Switch to a generation" is `switchToGeneration`; a name that is only a verb has no preposition.
  const preposition = /^\S+ (as|for|in|to) /.exec(summary)?.[1] ?? ''
  const after = rest.length + nouns.length === 0 || rest.includes(preposition) ? '' : preposition
  const between = after === '' ? prepositionBefore(singular(last), summary, owners.at(-1)) : ''
  const name = camel([verb, after, ...rest, ...owners, between, noun])
  return reserved.has(name) ? camel([name, singular(area)]) : name
}

/** A DELETE is `remove` and a PATCH is `update`, unless the path has a verb. Their summaries are not read. */
function verbOf({ method, summary }: Operation, words: string[]): string {
  const [first = '', second = ''] = summary.toLowerCase().split(' ')
  const isInPath = (verb: string) => words.some((word) => partsOf(word).includes(verb))
  const verb = isInPath(first + second) ? first + second : first
  if (method === 'delete' || verb === 'delete') return 'remove'
  return method === 'patch' && !isInPath(verb) ? 'update' : verb
}

/** "Install a skill from a registry" is `installFromRegistry`, and "Get the state at a checkpoint" `getStateAtCheckpoint`. */
function prepositionBefore(noun: string, summary: string, owner = ''): string {
  const place = new RegExp(`^(.*) (as|at|by|for|from|in|to) (?:an? |the )?(?:\\w+ )?${noun}\\b`, 'i')
  const [, object = '', preposition = ''] = place.exec(summary) ?? []
  return noun !== '' && object.toLowerCase().includes(owner) ? preposition : ''
}

/** The words of `rotate-secret`, or of `grants`, which says `grant`. */
const partsOf = (word: string) =>
  (/[-_]/.test(word) ? word.split(/[-_]/) : [singular(word)]).map((part) =>
    part === 'delete' ? 'remove' : part,
  )

const singular = (word: string) => word.replace(/ies$/, 'y').replace(/([^su])s$/, '$1')

function pascal(words: string[]): string {
  return words
    .flatMap((word) => word.split(/[^A-Za-z0-9]+/))
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

const camel = (words: string[]) => pascal(words).replace(/^./, (letter) => letter.toLowerCase())
