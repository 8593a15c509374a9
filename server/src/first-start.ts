import type { App } from './app.ts'
import { type Db, sql } from './kernel/db/db.ts'
import { systemScope } from './kernel/scope.ts'
import { checkKeyFingerprint, keyFingerprint, type MasterKeys } from './kernel/secrets/master-key.ts'

export type FirstStartSettings = {
  apiKey: string | null
  adminEmail: string | null
  adminPassword: string | null
}

/** What may be shown now and never again. */
export type FirstStart = { newApiKey: string | null; setupToken: string | null }

// Any fixed number: nodes that start at the same moment take turns on it.
const firstStartLock = 5_715_620_412

/** Makes the default project with its first admin key and account, once for all nodes of the installation. */
export async function firstStart(db: Db, app: App, settings: FirstStartSettings): Promise<FirstStart> {
  const newApiKey = await db.tx(async (tx) => {
    await tx.rows(sql`select pg_advisory_xact_lock(${firstStartLock}::bigint)`)
    const accountId = await app.users.ensureOwnerIn(tx)
    const existing = await app.projects.listAll(tx)
    let shown: string | null = null
    if (existing.length === 0) {
      const project = await app.projects.createIn(tx, 'Default')
      await app.users.addOwnerTo(tx, project.id, accountId)
      const scope = { ...systemScope(project.id), actor: { kind: 'system', accountId } as const }
      const { key } = await app.projects.createKeyIn(
        tx,
        scope,
        { name: 'First key', role: 'admin' },
        settings.apiKey ?? undefined,
      )
      // A key the operator chose is known to the operator; printing it would only put it into a log.
      shown = settings.apiKey === null ? key : null
    }
    if (settings.adminEmail !== null && settings.adminPassword !== null) {
      await app.users.setOwnerCredentialsIn(tx, settings.adminEmail, settings.adminPassword)
    }
    return shown
  })
  return { newApiKey, setupToken: await app.users.newSetupToken(db) }
}

/**
 * Secrets sealed with one master key cannot be opened with another. A node that was given the wrong one must not start
 * and write what the others cannot read.
 */
export async function checkMasterKey(db: Db, keys: MasterKeys): Promise<void> {
  const fingerprint = keyFingerprint(keys.current)
  const [row] = await db.rows<{ value: string }>(sql`
    insert into installation_fact (name, value) values ('master_key', ${fingerprint})
    on conflict (name) do update set value = installation_fact.value returning value`)
  checkKeyFingerprint(keys, row!.value)
  if (row!.value === fingerprint) return
  await db.rows(sql`update installation_fact set value = ${fingerprint} where name = 'master_key'`)
}
