import type { Compute, ComputeCaller } from '../../compute/compute.ts'
import { createPace } from '../../compute/pace.ts'
import { type Piece, parseBodyJob } from './body-jobs.ts'
import { parseJson } from './json.ts'

// Parsing so much takes less than twenty milliseconds, whatever it contains.
const maxInlineBytes = 96 * 1024

/**
 * Reads a JSON body: small ones synchronously, large ones in a thread, from which the value comes back in pieces that
 * are put together with pauses for other requests.
 */
export async function readJsonBody(compute: Compute, bytes: Buffer, caller: ComputeCaller): Promise<unknown> {
  if (bytes.length <= maxInlineBytes) return parseJson(bytes)
  return assembled(await compute.run(parseBodyJob, { bytes }, caller), createPace())
}

async function assembled(piece: Piece, pace: ReturnType<typeof createPace>): Promise<unknown> {
  switch (piece.kind) {
    case 'value':
      return piece.value
    case 'json':
      return JSON.parse(piece.json) as unknown
    case 'list': {
      const list: unknown[] = []
      for (const part of piece.parts) {
        if ('json' in part) for (const item of JSON.parse(part.json) as unknown[]) list.push(item)
        else list.push(await assembled(part.piece, pace))
        await pace()
      }
      return list
    }
    case 'object': {
      const object: Record<string, unknown> = {}
      for (const part of piece.parts) {
        // Keys that reach a prototype were refused when the body was parsed.
        if ('json' in part) Object.assign(object, JSON.parse(part.json))
        else object[part.key!] = await assembled(part.piece, pace)
        await pace()
      }
      return object
    }
  }
}
