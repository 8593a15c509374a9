import { randomBytes } from 'node:crypto'
import { hasDetour } from '../../../kernel/net/path-detour.ts'
import type { Binding, BodyBinding } from '../document/binding.ts'
import type { CallPlan } from '../document/open-document.ts'
import { formBody, headerValue, pathPart, queryPairs } from './serialize.ts'

export type InputFile = { readonly name: string; readonly mimeType: string; readonly bytes: Uint8Array }

/** Opens a file that an argument names; throws when there is none that the caller may read. */
export type OpenFile = (reference: string) => Promise<InputFile>

export type BuiltRequest = {
  readonly method: string
  /** May still hold fields of the account, in the part that is the server's. */
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string | Buffer | null
}

/** The arguments do not make a request: said to the caller in one sentence. */
export class ArgumentFault extends Error {}

type Arguments = Readonly<Record<string, unknown>>

const argumentOf = (values: Arguments, name: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : undefined

export async function buildRequest(
  plan: CallPlan,
  values: Arguments,
  openFile: OpenFile,
  idempotencyKey: string,
): Promise<BuiltRequest> {
  const headers: Record<string, string> = { accept: 'application/json, text/*;q=0.8, */*;q=0.5' }
  const cookies: string[] = []
  const query: string[] = []
  let path = plan.path
  for (const binding of plan.bindings) {
    const value = argumentOf(values, binding.argument)
    if (value === undefined) {
      if (/^idempotency-?key$/i.test(binding.name) && binding.in === 'header')
        headers[binding.name.toLowerCase()] = idempotencyKey
      continue
    }
    const whole = writtenAs(binding.contentType, value)
    if (binding.in === 'path') path = withPart(path, binding, whole)
    else if (binding.in === 'query') query.push(...queryPairs(binding, whole))
    else if (binding.in === 'header') headers[binding.name.toLowerCase()] = headerValue(binding, whole)
    else cookies.push(`${binding.name}=${encodeURIComponent(headerValue(binding, whole))}`)
  }
  if (cookies.length > 0) headers.cookie = cookies.join('; ')
  refuseDetours(path)
  const body = plan.body ? await bodyFrom(plan.body, values, openFile) : null
  if (body) headers['content-type'] = body.contentType
  const [bare, own = ''] = path.split('?', 2) as [string, string?]
  const search = [own, ...query].filter(Boolean).join('&')
  return {
    method: plan.method,
    url: `${plan.server.url.replace(/\/+$/, '')}${bare}${search === '' ? '' : `?${search}`}`,
    headers,
    body: body?.content ?? null,
  }
}

/** A parameter whose content has a type is written as that; of any other type, only what is more than a text is JSON. */
function writtenAs(contentType: string | null, value: unknown): unknown {
  if (contentType === null) return value
  return /json/i.test(contentType) || typeof value === 'object' ? JSON.stringify(value) : value
}

function withPart(path: string, binding: Binding, value: unknown): string {
  const part = pathPart(binding, value)
  if (part === '') throw new ArgumentFault(`The argument ${binding.argument} must not be empty.`)
  return path.replaceAll(`{${binding.name}}`, () => part)
}

/** A URL with dots for a segment, or without one, would be another operation's. */
function refuseDetours(path: string): void {
  const unfilled = /\{([^{}]*)\}/.exec(path)
  if (unfilled) throw new ArgumentFault(`The argument ${unfilled[1]} is missing.`)
  if (hasDetour(path.split(/[?#]/, 1)[0]!) || /[\\\s]/.test(path) || /\/\//.test(path.split('?', 1)[0]!))
    throw new ArgumentFault('A path argument must not be empty or consist of dots.')
}

async function bodyFrom(
  binding: BodyBinding,
  values: Arguments,
  openFile: OpenFile,
): Promise<{ contentType: string; content: string | Buffer } | null> {
  const { contentType, members } = binding
  if (members === null) {
    const value = argumentOf(values, binding.argument!)
    if (value === undefined) return null
    if (binding.isBinary) return fileBody(contentType, await openFile(String(value)))
    const isText = !/json/i.test(contentType) && typeof value === 'string'
    if (/form-urlencoded/i.test(contentType) && typeof value === 'object' && value !== null)
      return { contentType, content: formBody(Object.entries(value)) }
    return { contentType, content: isText ? value : JSON.stringify(value) }
  }
  const present = members
    .map((member) => ({ ...member, value: argumentOf(values, member.argument) }))
    .filter(({ value }) => value !== undefined)
  if (present.length === 0 && !binding.isRequired) return null
  const pairs = present.map(({ name, value }): [string, unknown] => [name, value])
  if (/multipart/i.test(contentType)) return multipart(present, openFile)
  if (/form-urlencoded/i.test(contentType)) return { contentType, content: formBody(pairs) }
  return { contentType, content: JSON.stringify(Object.fromEntries(pairs)) }
}

const fileBody = (contentType: string, { mimeType, bytes }: InputFile) => ({
  // A description that takes anything does not say what this is; the file does.
  contentType: contentType.includes('*') ? mimeType : contentType,
  content: Buffer.from(bytes),
})

type Member = { name: string; value: unknown; isBinary: boolean }

async function multipart(members: readonly Member[], openFile: OpenFile) {
  const boundary = `stoa-${randomBytes(12).toString('hex')}`
  const parts: Buffer[] = []
  const add = (name: string, more: string, content: string | Uint8Array) => {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"${more}\r\n\r\n`
    parts.push(Buffer.from(head), Buffer.from(content), Buffer.from('\r\n'))
  }
  for (const { name, value, isBinary } of members) {
    if (!isBinary) {
      const isNested = typeof value === 'object' && value !== null
      add(
        name,
        isNested ? '\r\ncontent-type: application/json' : '',
        isNested ? JSON.stringify(value) : String(value),
      )
      continue
    }
    for (const reference of [value].flat()) {
      const file = await openFile(String(reference))
      add(name, `; filename="${quoted(file.name)}"\r\ncontent-type: ${file.mimeType}`, file.bytes)
    }
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`))
  return { contentType: `multipart/form-data; boundary=${boundary}`, content: Buffer.concat(parts) }
}

/** As browsers do: a quote or a line end must not break out of the header. */
const quoted = (name: string): string =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
