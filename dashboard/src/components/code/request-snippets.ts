import { prettyJson } from './pretty-json.ts'

/** A header has a value, or names the environment variable that holds its secret: no secret is part of a snippet. */
export type RequestHeader = { name: string; value?: string; variable?: string }

/** A text, or a file: one that was selected, or a small one whose content is part of the snippet. */
export type FormPart = { name: string; value?: string; fileName?: string; text?: string; file?: File }

export type RequestBody = { kind: 'json' | 'text'; text: string } | { kind: 'form'; parts: FormPart[] }

/** A request as it is sent, whatever it was composed from. */
export type HttpRequest = {
  method: string
  url: string
  headers: readonly RequestHeader[]
  body: RequestBody | null
  /** The cookie that a signed-in browser sends, where that takes the place of a key. */
  cookieName?: string | undefined
  responseKind?: 'json' | 'events' | 'bytes'
}

/** For a shell: single quotes hold everything but themselves. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Inside double quotes the shell puts in the value of the variable. */
const curlHeader = ({ name, value = '', variable }: RequestHeader) =>
  variable === undefined ? `-H ${quoted(`${name}: ${value}`)}` : `-H "${name}: $${variable}"`

/** `--form-string` because a text that begins with @ or < would be read as the name of a file. */
function curlPart({ name, value, fileName = '', text }: FormPart): string {
  if (value !== undefined) return `--form-string ${quoted(`${name}=${value}`)}`
  return `-F ${quoted(text === undefined ? `${name}=@${fileName}` : `${name}=${text};filename=${fileName}`)}`
}

/** The request as a curl command that works as pasted, given the variables it names. */
export function requestToCurl({ method, url, headers, body, cookieName, responseKind }: HttpRequest): string {
  // curl reads braces and brackets in an address (an IPv6 host has some) as patterns to expand.
  const options = [
    /[{}[\]]/.test(url) && '-g',
    responseKind === 'events' && '-N',
    method !== 'GET' && `-X ${method}`,
  ]
  const lines = [['curl', ...options.filter(Boolean), quoted(url)].join(' '), ...headers.map(curlHeader)]
  if (cookieName !== undefined) lines.push(`-b "${cookieName}=$STOA_SESSION"`)
  if (body?.kind === 'form') lines.push(...body.parts.map(curlPart))
  else if (body) lines.push(`--data-raw ${quoted(body.text)}`)
  return lines.join(' \\\n  ')
}

const scriptText = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

function scriptHeader({ name, value = '', variable }: RequestHeader): string {
  const key = /^[a-z]+$/.test(name) ? name : scriptText(name)
  return `    ${key}: ${variable === undefined ? scriptText(value) : `process.env.${variable}`},`
}

/** The request as JavaScript for Node.js, without a library. */
export function requestToFetch(request: HttpRequest): string {
  const { method, url, headers, body, cookieName } = request
  const headerLines = headers.map(scriptHeader)
  if (cookieName !== undefined)
    headerLines.push(`    cookie: \`${cookieName}=\${process.env.STOA_SESSION}\`,`)
  const options: string[] = []
  if (method !== 'GET') options.push(`  method: '${method}',`)
  if (headerLines.length > 0) options.push('  headers: {', ...headerLines, '  },')
  if (body) options.push(`  body: ${scriptBody(body)},`)
  const init = options.length > 0 ? `, {\n${options.join('\n')}\n}` : ''
  const lines = body?.kind === 'form' ? formLines(body.parts) : []
  lines.push(`const response = await fetch(${scriptText(url)}${init})`, ...readLines(request))
  return lines.join('\n')
}

function readLines({ responseKind = 'json' }: HttpRequest): string[] {
  const check = 'if (!response.ok) throw new Error(String(response.status))'
  if (responseKind === 'bytes') return [check, 'const bytes = await response.arrayBuffer()']
  if (responseKind === 'json')
    return ['const answer = await response.json()', 'if (!response.ok) throw new Error(answer.message)']
  return [
    check,
    'for await (const text of response.body.pipeThrough(new TextDecoderStream())) {',
    '  process.stdout.write(text)',
    '}',
  ]
}

function formLines(parts: readonly FormPart[]): string[] {
  const hasFile = parts.some((part) => part.value === undefined)
  const appended = parts.map(({ name, value, fileName = '' }) =>
    value === undefined
      ? `form.append(${scriptText(name)}, await openAsBlob(${scriptText(fileName)}), ${scriptText(fileName)})`
      : `form.append(${scriptText(name)}, ${scriptText(value)})`,
  )
  const lines = ['const form = new FormData()', ...appended, '']
  return hasFile ? ["import { openAsBlob } from 'node:fs'", '', ...lines] : lines
}

function scriptBody(body: RequestBody): string {
  if (body.kind === 'form') return 'form'
  // Text that is not JSON is sent unchanged, and shown so.
  const pretty = body.kind === 'json' ? prettyJson(body.text) : null
  return pretty === null ? scriptText(body.text) : `JSON.stringify(${pretty.replaceAll('\n', '\n  ')})`
}
