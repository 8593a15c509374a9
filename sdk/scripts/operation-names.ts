import type { Operation } from './read-operations.ts'

/** A module of calls: the operations whose paths begin with the same word. */
export type Area = { name: string; fileName: string; calls: { name: string; operation: Operation }[] }

const verbs = new Set(
  'add browse cancel change clear close complete create delete execute generate import ingest install link list prune refresh register replay resume rotate run search set simulate start sync test toggle touch update upsert'.split(
    ' ',
  ),
)
const reserved = new Set(['delete', 'import', 'export', 'switch', 'new', 'return', 'default', 'function'])

/** Paths whose first words say less than one word of ours would. Changing this table renames what programs call. */
const homes: Readonly<Record<string, string>> = {
  'ai/models': 'models',
  'ai/llm': 'llm',
  'browser/sessions': 'browser',
  file: 'files',
  'graphify/threads': 'threads',
  'knowledge/collections': 'knowledge',
  'table/collections': 'tables',
  trigger_instances: 'triggers',
  'users/profile': 'profile',
  'workflow/manager': 'workflows',
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

const isParam = (part: string) => part.startsWith('{')

/** The area of a path, and the words that distinguish its operations. What is not of a project is the server's. */
function pathWords(path: string): { area: string; words: string[] } {
  const parts = path
    .replace(/^\/api\/v1\//, '/')
    .split('/')
    .filter(Boolean)
  const words = parts.filter((part) => !isParam(part))
  if (!path.startsWith('/api/v1/') || words[0]!.includes('.')) return { area: 'server', words }
  for (const length of [2, 1]) {
    const home = homes[parts.slice(0, length).join('/')]
    if (home !== undefined) return { area: home, words: words.slice(length) }
  }
  return { area: words[0]!.replaceAll('_', '-'), words: words.slice(1) }
}

function nameOf(operation: Operation, ofArea: Operation[]): string {
  const { method, path, params } = operation
  const { words } = pathWords(path)
  const last = words.at(-1) ?? ''
  const one = pascal([...words.slice(0, -1), singular(last)])
  const isOne = path.endsWith('}')
  const noun = isOne ? one : pascal(words)
  if (method === 'delete' && last === 'delete') return 'remove'
  if (words.some((word) => verbs.has(word.split(/[-_]/)[0]!))) return callable(words)
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
