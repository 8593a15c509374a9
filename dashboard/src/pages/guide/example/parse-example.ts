import type { ApiCall } from '../../../components/code/call-snippets.ts'

/** A value of the response that later examples of the page name in braces. */
type SavedValue = { name: string; path: string }

/** A request that is written in the guide as one is sent, with lines in front of it that begin with `#`. */
export type Example = {
  method: ApiCall['method']
  /** With `{parameter:name}` where a value of an earlier response goes, and `{parameter=value}` for one that is known. */
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  /** JSON, or the content of the file that is sent. */
  content: string
  /** Set where the content is sent as a file. */
  fileName?: string
  saves: readonly SavedValue[]
  /** The request is repeated until the response has this value. */
  until?: { path: string; value: string }
  streams: boolean
  /** Shown and tested for curl alone: the SDK has no call that returns such a response. */
  isCurlOnly: boolean
}

type Directives = Pick<Example, 'saves' | 'until' | 'fileName' | 'streams' | 'isCurlOnly'>

const requestForm = /^(GET|POST|PUT|PATCH|DELETE) (\/[^\s?]*)(?:\?(\S+))?$/
const savesForm = /^# (\w+) = ([\w.]+)$/
const untilForm = /^# until ([\w.]+) = (.+)$/
const fileForm = /^# file (\S+)$/

/** Throws on what it cannot read: an example is tested before it is published. */
export function parseExample(text: string): Example {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => !line.startsWith('#'))
  const [, method, path, query = ''] = requestForm.exec(lines[first] ?? '') ?? []
  if (method === undefined || path === undefined) throw new Error(`No request: ${lines[first]}`)
  const blank = lines.indexOf('', first)
  const headerLines = lines.slice(first + 1, blank === -1 ? undefined : blank)
  return {
    method: method as Example['method'],
    path,
    query: Object.fromEntries(new URLSearchParams(query)),
    headers: Object.fromEntries(headerLines.map(readHeader)),
    content: blank === -1 ? '' : lines.slice(blank + 1).join('\n'),
    ...readDirectives(lines.slice(0, first)),
  }
}

function readHeader(line: string): [string, string] {
  const [, name, value] = /^([\w-]+): (.+)$/.exec(line) ?? []
  if (name === undefined || value === undefined) throw new Error(`Not a header: ${line}`)
  return [name.toLowerCase(), value]
}

function readDirectives(lines: readonly string[]): Directives {
  const saves: SavedValue[] = []
  const found: Directives = {
    saves,
    streams: lines.includes('# streams'),
    isCurlOnly: lines.includes('# curl'),
  }
  for (const line of lines) {
    const [, name, path] = savesForm.exec(line) ?? []
    const [, untilPath, value] = untilForm.exec(line) ?? []
    const [, fileName] = fileForm.exec(line) ?? []
    if (name !== undefined && path !== undefined) saves.push({ name, path })
    else if (untilPath !== undefined && value !== undefined) found.until = { path: untilPath, value }
    else if (fileName !== undefined) found.fileName = fileName
    else if (line !== '# streams' && line !== '# curl')
      throw new Error(`Not a line in front of a request: ${line}`)
  }
  return found
}
