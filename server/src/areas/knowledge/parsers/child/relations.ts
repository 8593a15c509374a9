import { posix } from 'node:path'
import { elementsOf } from './xml.ts'
import type { Zip } from './zip.ts'

export type Relation = { id: string; type: string; target: string }

/** The parts that a part of an Office document names, by their names in the file. */
export function relationsOf(zip: Zip, part: string): Relation[] {
  const xml = zip.read(posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`)) ?? ''
  return elementsOf(xml, 'Relationship').map(({ Id = '', Type = '', Target = '' }) => ({
    id: Id,
    type: Type,
    target: Target.startsWith('/') ? Target.slice(1) : posix.join(posix.dirname(part), Target),
  }))
}
