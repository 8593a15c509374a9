import type { Clock } from '../../../../kernel/clock.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { ProviderSettings } from '../../providers/registry.ts'
import { readCallSettings } from '../../read-settings.ts'
import type { SyncReport } from '../../schema/sync.ts'
import { replaceModels } from '../../store/provider.ts'
import type { ProviderSettingsOf } from '../providers/provider-settings.ts'

export type SyncDeps = {
  db: Db
  clock: Clock
  catalogue: Catalogue
  settingsOf: ProviderSettingsOf
  /** The ids of the models that a provider says it has. */
  listVendorIds(settings: ProviderSettings, signal: AbortSignal): Promise<string[]>
}

// No provider that is worth listing has more; a server that makes them up is cut off here.
const maxModels = 2_000
const maxId = 190

/** Lists the models of OpenAI-compatible servers. Vendors that are in our catalogue are skipped. */
export function createModelSync({ db, clock, catalogue, settingsOf, listVendorIds }: SyncDeps) {
  /** Syncs all servers, or the one that is named. */
  return async function sync(scope: Scope, signal: AbortSignal, name?: string): Promise<SyncReport> {
    const { providers } = await readCallSettings(db, scope)
    const request = settingsOf
      .listUsable(scope, providers)
      .filter(
        (settings) => settings.kind === 'openai-compatible' && (name === undefined || settings.name === name),
      )
    const report: SyncReport['providers'] = []
    for (const settings of request) {
      try {
        const ids = await listVendorIds(settings, signal)
        const models = [...new Set(ids)]
          .filter((id) => id.length > 0 && id.length <= maxId)
          .slice(0, maxModels)
          .map((name) => ({ modelId: `${settings.name}/${name}`, name }))
          .filter(({ modelId }) => !catalogue.find(modelId))
        await db.tx((tx) => replaceModels(tx, scope, settings.name, models, clock.now()))
        report.push({ name: settings.name, models: models.length, error: null })
      } catch (error) {
        signal.throwIfAborted()
        report.push({ name: settings.name, models: 0, error: (error as Error).message.slice(0, 300) })
      }
    }
    return { catalogue: catalogue.all.length, providers: report }
  }
}

export type ModelSync = ReturnType<typeof createModelSync>
