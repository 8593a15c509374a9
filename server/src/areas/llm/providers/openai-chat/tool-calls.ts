import { excessOf } from '../../../../kernel/json/json-excess.ts'
import { type ModelPart, ProviderFailure } from '../port.ts'

/** A delta of a call as it is received; servers omit what they think is clear. */
export type CallPiece = {
  index?: number | null
  id?: string | null
  function?: { name?: string | null; arguments?: string | null } | null
}

// More than any model calls in parallel, and more than comes before a name.
const maxCalls = 1_000
const maxUnnamed = 1024 * 1024

type Open = { id: string | null; name: string | null; argumentsText: string; isNotified: boolean }

/**
 * Puts tool calls together from their pieces. A piece belongs to the call of its number, without one to the call of its
 * id, without both to the last one; a call is reported once its name is known.
 */
export function createToolCalls(newId: () => string) {
  const calls = new Map<string, Open>()
  let last: string | null = null
  let unnamed = 0

  function callOf({ index, id }: CallPiece): Open {
    const key = typeof index === 'number' ? `#${index}` : id || last || '#0'
    last = key
    let call = calls.get(key)
    if (!call) {
      if (calls.size >= maxCalls) throw new ProviderFailure('broken', 'it calls too many tools')
      call = { id: null, name: null, argumentsText: '', isNotified: false }
      calls.set(key, call)
    }
    return call
  }

  return {
    *take(piece: CallPiece): Generator<ModelPart> {
      const call = callOf(piece)
      call.id ??= piece.id || null
      call.name ??= piece.function?.name || null
      const delta = piece.function?.arguments ?? ''
      call.argumentsText += delta
      if (call.name === null) {
        unnamed += delta.length
        if (unnamed > maxUnnamed) throw new ProviderFailure('broken', 'it calls tools without a name')
        return
      }
      const isNew = !call.isNotified
      call.id ??= newId()
      call.isNotified = true
      if (isNew) yield { type: 'tool-start', id: call.id, name: call.name }
      const added = isNew ? call.argumentsText : delta
      if (added !== '') yield { type: 'tool-delta', id: call.id, delta: added }
    },
    /** The calls as a whole, once nothing more comes. */
    *end(): Generator<ModelPart> {
      for (const { id, name, argumentsText } of calls.values()) {
        if (id === null || name === null) continue
        const excess = excessOf(argumentsText)
        if (excess !== null) throw new ProviderFailure('broken', `its tool call ${excess}`)
        yield { type: 'tool-call', id, name, arguments: argumentsText }
      }
    },
  }
}
