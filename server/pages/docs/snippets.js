import { prettyJson } from '../json-text.js'

const quoteShell = (text) => `'${text.replaceAll("'", `'\\''`)}'`

/** Inside double quotes, so that the shell puts the variable in. */
const shellHeader = ({ name, value, variable }) =>
  variable ? `-H "${name}: $${variable}"` : `-H ${quoteShell(`${name}: ${value}`)}`

/** The call as a curl command that works as pasted, given the variables it names. */
export function toCurl(call) {
  const parts = [`curl ${call.answer === 'events' ? '-N ' : ''}${methodOption(call)}${quoteShell(call.url)}`]
  // curl reads braces and brackets in a URL (an IPv6 host has some) as patterns to expand.
  if (/[{}[\]]/.test(call.url)) parts[0] = parts[0].replace('curl ', 'curl -g ')
  for (const header of call.headers) parts.push(shellHeader(header))
  if (call.auth === 'session') parts.push(`-b "${call.cookieName}=$STOA_SESSION"`)
  if (call.body?.kind === 'form') parts.push(...call.body.parts.map(shellPart))
  else if (call.body) parts.push(`--data-raw ${quoteShell(call.body.text)}`)
  return parts.join(' \\\n  ')
}

function methodOption({ method, body }) {
  if (method === 'GET' && !body) return ''
  return `-X ${method} `
}

/** `--form-string` because a text that begins with @ or < would be read as the name of a file. */
const shellPart = ({ name, value, fileName }) =>
  value === undefined
    ? `-F ${quoteShell(`${name}=@${fileName}`)}`
    : `--form-string ${quoteShell(`${name}=${value}`)}`

const quoteScript = (text) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

const scriptHeader = ({ name, value, variable }) =>
  `    ${/^[a-z]+$/.test(name) ? name : quoteScript(name)}: ${variable ? `process.env.${variable}` : quoteScript(value)},`

/** The call as JavaScript for Node.js. */
export function toFetch(call) {
  const lines = []
  if (call.body?.kind === 'form') lines.push(...formLines(call.body.parts))
  const headerLines = call.headers.map(scriptHeader)
  if (call.auth === 'session')
    headerLines.push(`    cookie: \`${call.cookieName}=\${process.env.STOA_SESSION}\`,`)
  const options = []
  if (call.method !== 'GET') options.push(`  method: '${call.method}',`)
  if (headerLines.length > 0) options.push('  headers: {', ...headerLines, '  },')
  if (call.body) options.push(`  body: ${scriptBody(call.body)},`)
  const address = quoteScript(call.url)
  lines.push(
    options.length > 0
      ? `const response = await fetch(${address}, {\n${options.join('\n')}\n})`
      : `const response = await fetch(${address})`,
    ...readLines(call),
  )
  return lines.join('\n')
}

function readLines({ answer }) {
  const check = 'if (!response.ok) throw new Error(String(response.status))'
  if (answer === 'bytes') return [check, 'const bytes = await response.arrayBuffer()']
  if (answer === 'json')
    return ['const body = await response.json()', 'if (!response.ok) throw new Error(body.message)']
  return [
    check,
    'for await (const text of response.body.pipeThrough(new TextDecoderStream())) {',
    '  process.stdout.write(text)',
    '}',
  ]
}

function formLines(parts) {
  const fileLines = parts.some((part) => part.value === undefined)
    ? ["import { openAsBlob } from 'node:fs'", '']
    : []
  const appended = parts.map(({ name, value, fileName }) =>
    value === undefined
      ? `form.append(${quoteScript(name)}, await openAsBlob(${quoteScript(fileName)}), ${quoteScript(fileName)})`
      : `form.append(${quoteScript(name)}, ${quoteScript(value)})`,
  )
  return [...fileLines, 'const form = new FormData()', ...appended, '']
}

function scriptBody({ kind, text }) {
  if (kind === 'form') return 'form'
  if (kind !== 'json') return quoteScript(text)
  // Text that is not JSON is sent unchanged, and shown so.
  const pretty = prettyJson(text)
  return pretty === null ? quoteScript(text) : `JSON.stringify(${pretty.replaceAll('\n', '\n  ')})`
}
