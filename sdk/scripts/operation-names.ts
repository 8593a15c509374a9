import type { Operation } from './read-operations.ts'

/** A module of calls: the operations whose paths begin with the same word. */
export type Area = { name: string; fileName: string; calls: { name: string; operation: Operation }[] }

const verbs = new Set(
  'add answer approve batch browse cancel change check clear close complete copy count create delete duplicate execute export extend fork generate import ingest install join link list merge pause proxy prune query reconnect redeliver refresh refuse register reject replay rerun reset restore resume retry rotate run search set simulate start stream sync test toggle touch update upsert validate wait'.split(
    ' ',
  ),
)
const reserved = new Set(['delete', 'import', 'export', 'switch', 'new', 'return', 'default', 'function'])

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
  trigger_instances: 'triggers',
  'users/profile': 'profile',
  'workflow/manager': 'workflows',
}

/** Names that the words of a path do not give. Changing this table renames what programs call. */
const exceptions: Readonly<Record<string, string>> = {
  'post /api/v1/ai/media/image': 'generateImage',
  'post /api/v1/ai/media/stt': 'transcribeAudio',
  'post /api/v1/ai/media/tts': 'generateSpeech',
  'post /api/v1/ai/media/video': 'generateVideo',
  'post /api/v1/anthropic/v1/messages/count_tokens': 'countTokens',
  'post /api/v1/auth/password': 'changePassword',
  'post /api/v1/chat/{agentId}/ag-ui': 'streamAgUi',
  'post /api/v1/chat/{agentId}/ui': 'streamUi',
  'get /api/v1/chat/{agentId}/ui/{chatId}/stream': 'resumeUi',
  'post /api/v1/chat/{agentId}/visitor': 'createVisitor',
  'get /api/v1/external-users/{id}/export': 'exportData',
  'get /api/v1/file/download/{id}': 'download',
  'put /api/v1/file/uploads/{id}/parts/{n}': 'uploadPart',
  'post /api/v1/file/{id}/signed-url': 'createSignedUrl',
  'get /api/v1/graphify/threads/{thread_id}/compare': 'compare',
  'post /api/v1/graphify/threads/{thread_id}/history': 'getHistory',
  'post /api/v1/graphify/threads/{thread_id}/messages/{messageId}/feedback': 'createFeedback',
  'post /api/v1/graphify/threads/{thread_id}/operator-reply': 'replyAsOperator',
  'get /api/v1/graphify/threads/{thread_id}/runs/{run_id}/stream': 'joinRunStream',
  'post /api/v1/graphify/threads/{thread_id}/runs/stream': 'streamRun',
  'post /api/v1/graphify/threads/{thread_id}/runs/wait': 'waitForRun',
  'patch /api/v1/graphify/threads/{thread_id}/state': 'patchState',
  'post /api/v1/graphify/threads/{thread_id}/state': 'updateState',
  'post /api/v1/graphify/threads/{thread_id}/state/checkpoint': 'getStateAtCheckpoint',
  'get /api/v1/graphify/threads/{thread_id}/state/{checkpoint_id}': 'getStateAt',
  'get /api/v1/graphify/threads/{thread_id}/stream': 'joinStream',
  'post /api/v1/langgraph/assistants/{assistant_id}/versions': 'listAssistantVersions',
  'get /api/v1/langgraph/runs/{run_id}/stream': 'joinRunStream',
  'post /api/v1/langgraph/runs/stream': 'streamRun',
  'post /api/v1/langgraph/runs/wait': 'waitForRun',
  'post /api/v1/langgraph/threads/{thread_id}/history': 'getThreadHistory',
  'get /api/v1/langgraph/threads/{thread_id}/runs': 'listThreadRuns',
  'get /api/v1/langgraph/threads/{thread_id}/runs/{run_id}/stream': 'joinThreadRunStream',
  'post /api/v1/langgraph/threads/{thread_id}/runs/stream': 'streamThreadRun',
  'post /api/v1/langgraph/threads/{thread_id}/runs/wait': 'waitForThreadRun',
  'patch /api/v1/langgraph/threads/{thread_id}/state': 'patchThreadState',
  'post /api/v1/langgraph/threads/{thread_id}/state': 'updateThreadState',
  'post /api/v1/langgraph/threads/{thread_id}/state/checkpoint': 'getThreadStateAtCheckpoint',
  'get /api/v1/langgraph/threads/{thread_id}/state/{checkpoint_id}': 'getThreadStateAt',
  'get /api/v1/langgraph/threads/{thread_id}/stream': 'joinThreadStream',
  'get /api/v1/mcp': 'streamDefault',
  'post /api/v1/mcp': 'callDefault',
  'get /api/v1/mcp/{serverId}': 'stream',
  'post /api/v1/mcp/{serverId}': 'call',
  'post /api/v1/mcp/public/{id}': 'callPublic',
  'post /api/v1/sandbox/ephemeral': 'runEphemeral',
  'post /api/v1/sandbox/sessions/{id}/execute': 'executeInSession',
  'delete /api/v1/sandbox/sessions/{id}/files': 'removeSessionFile',
  'get /api/v1/sandbox/sessions/{id}/files': 'readSessionFile',
  'put /api/v1/sandbox/sessions/{id}/files': 'writeSessionFile',
  'get /api/v1/skills/detail/{id}': 'get',
  'post /api/v1/skills/library/add/{id}': 'addToLibrary',
  'delete /api/v1/skills/library/remove/{id}': 'removeFromLibrary',
  'post /api/v1/skills/import/github': 'importFromGitHub',
  'post /api/v1/skills/registry/install': 'installFromRegistry',
  'post /api/v1/skills/registry/sync/{id}': 'sync',
  'post /api/v1/skills/registry/sync/{id}/approve': 'approveUpdate',
  'post /api/v1/skills/{id}/versions': 'publishVersion',
  'get /api/v1/skills/{id}/versions/{v}/content': 'downloadVersion',
  'get /api/v1/skills/{id}/files/{path}': 'downloadFile',
  'get /api/v1/table/collections/{id}/documents/import/{importId}': 'getDocumentsImport',
  'get /api/v1/table/collections/{id}/documents/import/{importId}/errors': 'listDocumentsImportErrors',
  'get /api/v1/table/proposals': 'listProjectProposals',
  'post /api/v1/tools/byId/{id}/options': 'listOptions',
  'get /api/v1/usage/reconcile': 'reconcile',
  'get /api/v1/workflow/manager/detail/{id}': 'get',
  'post /api/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver': 'redeliver',
  'post /api/v1/workflow/manager/executions/{id}/events': 'sendExecutionEvent',
  'get /api/v1/workflow/manager/executions/thread/{threadId}/status': 'getThreadStatus',
  'post /api/v1/workflow/manager/executions/thread/{threadId}/resume': 'resumeThread',
  'post /api/v1/workflow/manager/import': 'importWorkflow',
  'get /api/v1/workflow/manager/{id}/executions': 'listWorkflowExecutions',
  'get /api/v1/workflow/manager/{id}/export': 'exportWorkflow',
  'post /api/v1/workflow/manager/{id}/graph/ops': 'applyGraphOps',
}

/** Sorts operations into areas and gives each a name that no other of its area has. */
export function areasOf(operations: Operation[]): Area[] {
  const byArea = Object.groupBy(operations, ({ path }) => pathWords(path).area)
  return Object.entries(byArea).map(([fileName, ofArea = []]) => {
    const names = new Set<string>()
    const calls = ofArea.map((operation) => {
      const short = nameOf(operation, ofArea)
      const name = names.has(short) ? operation.operationId : short
      names.add(name)
      return { name, operation }
    })
    return { name: camel([fileName]), fileName, calls }
  })
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
  for (const length of [2, 1]) {
    const home = homes[parts.slice(0, length).join('/')]
    if (home !== undefined) return { area: home, words: words.slice(length) }
  }
  return { area: parts[0]!.replaceAll('_', '-'), words: words.slice(1) }
}

const isVerb = (word: string) => verbs.has(word.split(/[-_]/)[0]!)

function nameOf(operation: Operation, ofArea: Operation[]): string {
  const { method, path, params } = operation
  const exception = exceptions[`${method} ${path}`]
  if (exception !== undefined) return exception
  const { words } = pathWords(path)
  const last = words.at(-1) ?? ''
  const one = pascal([...words.slice(0, -1), singular(last)])
  const isOne = path.endsWith('}')
  const noun = isOne ? one : pascal(words)
  if (method === 'delete' && last === 'delete') return 'remove'
  if (words.length > 1 && isVerb(last)) return camel([last, ...words.slice(0, -1)])
  if (words.some(isVerb)) return callable(words)
  if (isOne && last === params.at(-1)) return `${method}By${pascal([last])}`
  switch (method) {
    case 'get':
      return `${isList(operation) ? 'list' : 'get'}${noun}`
    case 'delete':
      return `remove${noun}`
    case 'patch':
      return `update${noun}`
    case 'put':
      return `set${noun}`
    default:
      return words.length === 0 || isCollection(operation, ofArea) ? `create${one}` : callable(words)
  }
}

const isList = ({ kind, result }: Operation) => kind === 'page' || result?.type === 'array'

/** Posting to where things are listed, or to a plural, makes one more of them. */
const isCollection = ({ path }: Operation, ofArea: Operation[]) =>
  ofArea.some((other) => other.path === path && other.method === 'get' && isList(other)) ||
  /[^su]s$/.test(path)

function callable(words: string[]): string {
  const name = camel(words)
  return reserved.has(name) ? `run${pascal(words)}` : name
}

const singular = (word: string) => word.replace(/ies$/, 'y').replace(/([^su])s$/, '$1')

function pascal(words: string[]): string {
  return words
    .flatMap((word) => word.split(/[^A-Za-z0-9]+/))
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

const camel = (words: string[]) => pascal(words).replace(/^./, (letter) => letter.toLowerCase())
