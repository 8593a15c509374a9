import { type RequestBody, type RequestHeader, requestToCurl } from './request-snippets.ts'

/** A request of the API, as it is shown to people who would rather send it from a program. */
export type ApiCall = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: string
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  headers?: Record<string, string>
  body?: unknown
  /** A small text file that is sent as a form. */
  file?: { name: string; text: string }
  /** The response is a stream of events. */
  streams?: boolean
}

const definedIn = (record: Record<string, string | undefined> = {}) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined && value !== ''))

export function urlOf({ path, params = {}, query }: ApiCall): string {
  const filled = path.replace(/\{(\w+)\+?\}/g, (whole, name: string) =>
    params[name] === undefined
      ? whole.replace('+', '')
      : params[name].split('/').map(encodeURIComponent).join('/'),
  )
  const search = new URLSearchParams(definedIn(query) as Record<string, string>).toString()
  return search === '' ? filled : `${filled}?${search}`
}

function bodyOf({ file, body }: ApiCall): RequestBody | null {
  if (file !== undefined)
    return { kind: 'form', parts: [{ name: 'file', fileName: file.name, text: file.text }] }
  return body === undefined ? null : { kind: 'json', text: JSON.stringify(body) }
}

export function toCurl(call: ApiCall, origin: string): string {
  const headers: RequestHeader[] = [{ name: 'x-api-key', variable: 'STOA_API_KEY' }]
  for (const [name, value] of Object.entries(call.headers ?? {})) headers.push({ name, value })
  if (call.body !== undefined) headers.push({ name: 'content-type', value: 'application/json' })
  return requestToCurl({
    method: call.method,
    url: origin + urlOf(call),
    headers,
    body: bodyOf(call),
    ...(call.streams ? { responseKind: 'events' as const } : {}),
  })
}

/** JSON with the names unquoted where JavaScript allows it. */
const literal = (value: unknown, indent = ''): string =>
  JSON.stringify(value, null, 2)
    .replace(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, '$1$2:')
    .replaceAll('\n', `\n${indent}`)

export function toSdk(call: ApiCall, origin: string): string {
  const query = definedIn(call.query)
  const options = {
    // A stream that is not opened by GET names its method.
    ...(call.streams && call.method !== 'GET' ? { method: call.method.toLowerCase() } : {}),
    ...(call.params ? { params: call.params } : {}),
    ...(Object.keys(query).length > 0 ? { query } : {}),
    ...(call.headers ? { headers: call.headers } : {}),
    ...(call.body === undefined ? {} : { body: call.body }),
  }
  const args = Object.keys(options).length > 0 ? [literal(options)] : []
  return [
    `import { createStoa } from '@stoa/sdk'`,
    '',
    `const stoa = createStoa({ baseUrl: '${origin}', apiKey: process.env.STOA_API_KEY })`,
    ...(call.file === undefined ? [] : [`const file = new Blob([${JSON.stringify(call.file.text)}])`]),
    call.streams
      ? `for await (const event of ${sdkCall(call, args)}) console.log(event)`
      : `const result = await ${sdkCall(call, args)}`,
  ].join('\n')
}

/** For Python: the same as JSON but for three words. */
function pythonLiteral(value: unknown, indent = ''): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const deeper = `${indent}    `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const items = Object.entries(value).map(([name, each]) => {
    const text = pythonLiteral(each, deeper)
    return Array.isArray(value) ? text : `${JSON.stringify(name)}: ${text}`
  })
  return items.length === 0
    ? `${open}${close}`
    : `${open}\n${items.map((item) => `${deeper}${item},\n`).join('')}${indent}${close}`
}

/** With nothing but what comes with Python. */
export function toPython(call: ApiCall, origin: string): string {
  const options = Object.entries({
    ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...call.headers,
  })
  const lines = [
    `    ${JSON.stringify(origin + urlOf(call))},`,
    `    method="${call.method}",`,
    `    headers={"x-api-key": os.environ["STOA_API_KEY"]${options.map(([name, value]) => `, ${JSON.stringify(name)}: ${JSON.stringify(value)}`).join('')}},`,
    ...(call.body === undefined
      ? []
      : [`    data=json.dumps(${pythonLiteral(call.body, '    ')}).encode(),`]),
  ]
  return [
    'import json, os, urllib.request',
    '',
    'request = urllib.request.Request(',
    ...lines,
    ')',
    ...(call.streams
      ? ['for line in urllib.request.urlopen(request):', '    print(line.decode(), end="")']
      : ['result = json.load(urllib.request.urlopen(request))']),
  ].join('\n')
}

/** An upload takes the file beside what its endpoint takes. */
function sdkCall({ method, path, file, streams }: ApiCall, [options]: string[]): string {
  if (file === undefined)
    return `stoa.${streams ? 'events' : method.toLowerCase()}('${path}'${options === undefined ? '' : `, ${options}`})`
  const others = options === undefined ? '' : `${options.slice(1, -2)},`
  return `stoa.upload('${path}', {${others}\n  file,\n  name: '${file.name}',\n})`
}
