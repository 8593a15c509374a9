import type { Clock } from '../../../../kernel/clock.ts'
import type { Tx } from '../../../../kernel/db/db.ts'
import type { Events } from '../../../../kernel/events/events.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Audit } from '../../../audit/index.ts'
import type { Collection } from '../../schema/collection.ts'
import type { Generation } from '../../schema/generation.ts'
import { findByStatus, updateGeneration } from '../../store/generation.ts'
import { countToBuild, dropSources } from '../../store/generation-source.ts'
import { makeLive, storeLive } from '../../store/switch.ts'
import { ownOf } from './build.ts'

export type SwitchDeps = { clock: Clock; audit: Audit; events: Pick<Events, 'publish'> }

export const hour = 60 * 60_000
// For as long the generation before can be rolled back to.
const previousMs = 24 * hour

/** Makes a generation the one that is searched, in the transaction of a caller that holds the collection. */
export function createSwitch({ clock, audit, events }: SwitchDeps) {
  /** False when the generation lacks sources, or has others than those that are searched. */
  return async (tx: Tx, scope: Scope, collection: Collection, generation: Generation): Promise<boolean> => {
    const next = ownOf(collection, generation)
    if ((await countToBuild(tx, next)) > 0) return false
    const at = clock.now()
    const older = await findByStatus(tx, collection, ['previous'])
    if (older && older.no !== generation.no) {
      await dropSources(tx, ownOf(collection, older))
      await updateGeneration(tx, ownOf(collection, older), { status: 'retired', keptUntil: null }, at)
    }
    const live = ownOf(collection, { no: collection.generation })
    await storeLive(tx, live)
    const keptUntil = new Date(at.getTime() + previousMs)
    await updateGeneration(tx, live, { status: 'previous', keptUntil }, at)
    await updateGeneration(tx, next, { status: 'live', keptUntil: null, switchedAt: at, error: null }, at)
    await makeLive(tx, next, generation, at)
    const details = {
      generation: generation.no,
      from: collection.generation,
      embeddingModel: generation.embeddingModel,
    }
    await audit.record(tx, scope, {
      action: 'knowledge_generation.switched',
      targetType: 'knowledge_collection',
      targetId: collection.id,
      details,
    })
    await events.publish(tx, scope, {
      type: 'knowledge.generation.switched',
      data: { collectionId: collection.id, ...details },
    })
    return true
  }
}

export type SwitchGeneration = ReturnType<typeof createSwitch>
