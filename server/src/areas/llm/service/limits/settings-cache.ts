import { createSharedRead } from '../../../../kernel/db/shared-read.ts'
import type { CallSettings } from '../../read-settings.ts'

const maxKnown = 1_000

/**
 * What projects have decided about calls, as it was last read. It may be planned with, but not acted upon: a call that was
 * planned so begins only if its version is still that of the project, which the database checks in the same round trip.
 */
export function createSettingsCache(read: (projectId: string) => Promise<CallSettings>) {
  const known = new Map<string, CallSettings>()
  const readShared = createSharedRead(read)
  return {
    known: (projectId: string): CallSettings | null => known.get(projectId) ?? null,
    /** As it is now. */
    async read(projectId: string): Promise<CallSettings> {
      const settings = await readShared(projectId)
      if (known.size >= maxKnown && !known.has(projectId)) known.clear()
      if (settings.mark === null) known.delete(projectId)
      else known.set(projectId, settings)
      return settings
    },
  }
}

export type SettingsCache = ReturnType<typeof createSettingsCache>
