import { excessOf } from '../../../../kernel/json/json-excess.ts'
import { type ModelPart, ProviderFailure } from '../port.ts'

/** A delta of a call as it is received; servers omit what they think is clear. */
export type CallPiece = { index: number | null; id: string | null; name: string | null; arguments: string }

/**
 * The piece as this server reads it; null for what is none. Some servers number their calls in place of an id, and send
 * arguments as an object; `place` is its place in a list of whole calls.
 */
export function callPieceOf(value: unknown, place: number | null): CallPiece | null {
  if (typeof value !== 'object' || value === null) return null
  const { index, id, function: called } = value as { index?: unknown; id?: unknown; function?: unknown }
  const { name, arguments: args } = (called ?? {}) as { name?: unknown; arguments?: unknown }
  return {
    index: place ?? (typeof index === 'number' ? index : null),
    id: typeof id === 'number' ? String(id) : textOf(id),
    name: textOf(name),
    arguments: typeof args === 'object' && args !== null ? JSON.stringify(args) : (textOf(args) ?? ''),
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

// More than any model calls in parallel, and more than comes before a name.
const maxCalls = 1_000
const maxUnnamed = 1024 * 1024

/** `id` is the one it is reported with, once it is. */
type Open = { sentId: string | null; id: string | null; name: string | null; argumentsText: string }

/**
 * Puts tool calls together from their pieces. A piece belongs to the call of its number, without one to the call of its
 * id, without both to the last one; a call is reported once its name is known. A piece that names a tool under another
 * id begins another call, as some servers give all calls the same number. Of calls with one id all but the first get another:
 * their results could not be matched.
 */
export function createToolCalls(newId: () => string) {
  const calls: Open[] = []
  const byKey = new Map<string, Open>()
  const ids = new Set<string>()
  let last: string | null = null
  let unnamed = 0

  function callOf({ index, id, name }: CallPiece): Open {
    const key = index === null ? (id ?? last ?? '#0') : `#${index}`
    last = key
    const open = byKey.get(key)
    const isAnother = id !== null && name !== null && open?.sentId != null && open.sentId !== id
    if (open && !isAnother) return open
    if (calls.length >= maxCalls) throw new ProviderFailure('broken', 'it calls too many tools')
    const call: Open = { sentId: null, id: null, name: null, argumentsText: '' }
    calls.push(call)
    byKey.set(key, call)
    return call
  }

  function idOf({ sentId }: Open): string {
    const id = sentId === null || ids.has(sentId) ? newId() : sentId
    ids.add(id)
    return id
  }

  return {
    *take(piece: CallPiece): Generator<ModelPart> {
      const call = callOf(piece)
      const { arguments: delta } = piece
      call.sentId ??= piece.id
      call.name ??= piece.name
      call.argumentsText += delta
      if (call.name === null) {
        unnamed += delta.length
        if (unnamed > maxUnnamed) throw new ProviderFailure('broken', 'it calls tools without a name')
        return
      }
      const isNew = call.id === null
      call.id ??= idOf(call)
      if (isNew) yield { type: 'tool-start', id: call.id, name: call.name }
      const added = isNew ? call.argumentsText : delta
      if (added !== '') yield { type: 'tool-delta', id: call.id, delta: added }
    },
    /** The calls as a whole, once nothing more comes. */
    *end(): Generator<ModelPart> {
      for (const { id, name, argumentsText } of calls) {
        if (id === null || name === null) continue
        const excess = excessOf(argumentsText)
        if (excess !== null) throw new ProviderFailure('broken', `its tool call ${excess}`)
        yield { type: 'tool-call', id, name, arguments: argumentsText }
      }
    },
  }
}
