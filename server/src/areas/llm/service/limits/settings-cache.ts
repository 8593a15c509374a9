import { createSharedRead } from '../../../../kernel/db/shared-read.ts'
import type { CallSettings } from '../../read-settings.ts'

const maxCached = 1_000

/**
 * What projects have decided about calls, as it was last read. It may be planned with, but not acted upon: a call that was
 * planned so begins only if its version is still that of the project, which the database checks in the same round trip.
 */
export function createSettingsCache(readNow: (projectId: string) => Promise<CallSettings>) {
  const cache = new Map<string, CallSettings>()
  const readShared = createSharedRead(readNow)
  return {
    cached: (projectId: string): CallSettings | null => cache.get(projectId) ?? null,
    /** As it is now, where it was not read before. */
    recent: async (projectId: string): Promise<CallSettings> => cache.get(projectId) ?? read(projectId),
    /** As it is now. */
    read,
  }

  async function read(projectId: string): Promise<CallSettings> {
    const settings = await readShared(projectId)
    if (cache.size >= maxCached && !cache.has(projectId)) cache.clear()
    if (settings.mark === null) cache.delete(projectId)
    else cache.set(projectId, settings)
    return settings
  }
}

export type SettingsCache = ReturnType<typeof createSettingsCache>
