import { isBuiltin } from 'node:module'
// biome-ignore lint/style/noRestrictedImports: this is the sealed process, made to evaluate exactly this.
import { compileFunction } from 'node:vm'
import type { Failure } from '../protocol/messages.ts'

/** The parts of the framework of pieces that are used here; everything in it was written by someone else. */
export type Prop = Readonly<Record<string, unknown>> & { type?: unknown; options?: unknown; props?: unknown }
export type PieceOperation = Readonly<Record<string, unknown>> & { props?: Record<string, Prop> }
export type Piece = Readonly<Record<string, unknown>> & {
  actions(): Record<string, PieceOperation>
  triggers(): Record<string, PieceOperation>
  getContextInfo?: unknown
  events?: { parseAndReply?: unknown; verify?: unknown }
}

/** Evaluates a bundle as CommonJS. It may ask for what Node brings along, and for nothing else. */
export function loadBundle(text: string, name: string): Piece {
  const module = { exports: {} as Record<string, unknown> }
  const require = (moduleName: string) => {
    if (!isBuiltin(moduleName))
      throw new Error(`The bundle requires "${moduleName}" but does not contain it.`)
    return process.getBuiltinModule(moduleName)
  }
  const parameters = ['exports', 'require', 'module', '__filename', '__dirname']
  const evaluate = compileFunction(text, parameters, { filename: `${name}.js` })
  evaluate.call(module.exports, module.exports, require, module, `/${name}.js`, '/')
  const found = Object.values(module.exports).find(isPiece)
  if (!found) throw new Error('The bundle exports no piece.')
  return found
}

const isPiece = (value: unknown): value is Piece =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Piece).actions === 'function' &&
  typeof (value as Piece).triggers === 'function'

/** Everything about a piece that can be serialized, as JSON: what is a function becomes `true`. */
export function describe(piece: Piece): Buffer {
  const { _actions, _triggers, events, ...rest } = piece
  const described = {
    ...rest,
    hasEvents: events !== undefined,
    actions: Object.values(piece.actions()),
    triggers: Object.values(piece.triggers()),
  }
  return Buffer.from(
    JSON.stringify(described, (_key, value: unknown) => (typeof value === 'function' ? true : value)),
  )
}

const maxMessageLength = 4000
const maxBodyLength = 32 * 1024

/** Clients of HTTP throw in many forms; the response of the service is looked up in the known ones. */
export function failureOf(error: unknown): Failure {
  if (typeof error !== 'object' || error === null)
    return { message: String(error).slice(0, maxMessageLength) }
  const thrown = error as Record<string, unknown>
  const response = (thrown.response ?? thrown._response) as Record<string, unknown> | undefined
  const status = [response?.status, response?.statusCode, thrown.status, thrown.statusCode].find(
    (each) => typeof each === 'number',
  ) as number | undefined
  const body = response?.body ?? response?.data ?? thrown.body ?? thrown.error
  const message = typeof thrown.message === 'string' ? thrown.message : String(error)
  const retryAfter = headerOf(response?.headers ?? thrown.headers, 'retry-after')
  return {
    message: message.slice(0, maxMessageLength),
    ...(status === undefined ? {} : { status }),
    ...(body === undefined ? {} : { body: shortened(body) }),
    ...(retryAfter === null ? {} : { retryAfter }),
  }
}

/** The server shows the beginning only. */
function shortened(body: unknown): unknown {
  const text = written(body)
  return text.length > maxBodyLength ? text.slice(0, maxBodyLength) : JSON.parse(text)
}

function headerOf(headers: unknown, name: string): string | null {
  if (typeof headers !== 'object' || headers === null) return null
  const found = headers instanceof Headers ? headers.get(name) : (headers as Record<string, unknown>)[name]
  return typeof found === 'string' ? found.slice(0, 100) : null
}

/** A value in JSON; null for what cannot be written at all. */
export function written(value: unknown): string {
  try {
    return (
      JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each)) ??
      'null'
    )
  } catch {
    return 'null'
  }
}

/** A value as JSON can hold it. */
export const writable = (value: unknown): unknown => JSON.parse(written(value))
