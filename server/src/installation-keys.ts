import { type Db, type Queryable, sql } from './kernel/db/db.ts'
import { type KeySource, loadMasterKeys } from './kernel/secrets/key-file.ts'
import { checkKeyFingerprint, keyFingerprint, type MasterKeys } from './kernel/secrets/master-key.ts'

// Any fixed number: an advisory lock for nodes that start at the same moment.
const keyLock = 5_715_620_413

/** Says which key sealed the rows of this database; null before the first start. */
export async function readKeyFingerprint(q: Queryable): Promise<string | null> {
  const [row] = await q.rows<{ value: string }>(
    sql`select value from installation_fact where name = 'master_key'`,
  )
  return row?.value ?? null
}

/**
 * The master keys that this installation agreed on. Secrets sealed with one key cannot be opened with another, so a
 * node with the wrong one must not start and write what the others cannot read; and a node that has lost its key file
 * must say so instead of making a new one that hides the loss.
 */
export function loadInstallationKeys(
  db: Db,
  source: Pick<KeySource, 'dataDir' | 'fromEnvironment'>,
): Promise<MasterKeys> {
  return db.tx(async (tx) => {
    await tx.rows(sql`select pg_advisory_xact_lock(${keyLock}::bigint)`)
    const known = await readKeyFingerprint(tx)
    // The file is made inside the transaction: the caller that waits for the lock finds both it and the fingerprint.
    const keys = await loadMasterKeys({ ...source, mayCreate: known === null })
    if (known !== null) checkKeyFingerprint(keys, known)
    const fingerprint = keyFingerprint(keys.current)
    if (known !== fingerprint) {
      await tx.rows(sql`
        insert into installation_fact (name, value) values ('master_key', ${fingerprint})
        on conflict (name) do update set value = excluded.value`)
    }
    return keys
  })
}
