import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config, Secrets } from '../../config.ts'
import { connectionsPerNode } from '../../infrastructure.ts'
import type { ConnectionSettings } from '../../kernel/db/postgres.ts'
import { loadMasterKeys } from '../../kernel/secrets/key-file.ts'
import { checkKeyFingerprint } from '../../kernel/secrets/master-key.ts'
import { readSchema } from '../database-state.ts'
import { fail, ok, skip, type Verdict, warn } from './finding.ts'
import type { DatabaseFacts } from './read-database-facts.ts'

const oldestVersion = 150_000

export function checkServerVersion({
  versionNumber,
  serverVersion,
  encoding,
  isReadOnly,
}: DatabaseFacts): Verdict {
  if (versionNumber < oldestVersion) return fail(`PostgreSQL ${serverVersion}`, 'use PostgreSQL 15 or newer')
  if (encoding !== 'UTF8')
    return fail(`the encoding is ${encoding}`, 'create the database with encoding UTF8')
  if (isReadOnly) return fail('the server takes no changes', 'name the primary server, not a replica')
  return ok(`PostgreSQL ${serverVersion}`)
}

export function checkRights(facts: DatabaseFacts): Verdict {
  const { userName, schema, mayCreateTables } = facts
  if (schema !== 'public') {
    return fail(
      `new tables of ${userName} would go to ${schema ?? 'no schema'}`,
      `ALTER ROLE ${userName} SET search_path = public`,
    )
  }
  if (!mayCreateTables) {
    return fail(`${userName} may not create tables`, `make ${userName} the owner of the database`)
  }
  return ok(`${userName} may create what migrations need`)
}

export function checkTrigrams({
  hasTrigrams,
  offersTrigrams,
  mayCreateExtensions,
  userName,
}: DatabaseFacts): Verdict {
  if (hasTrigrams) return ok('pg_trgm is there')
  if (!offersTrigrams) {
    return fail('the server does not offer pg_trgm', 'install the contrib package of that PostgreSQL')
  }
  return mayCreateExtensions
    ? ok('pg_trgm can be created')
    : fail(`${userName} may not create pg_trgm`, 'run CREATE EXTENSION pg_trgm as the owner of the database')
}

export async function checkSchema(settings: ConnectionSettings): Promise<Verdict> {
  const { version, pending } = await readSchema(settings)
  if (pending.length === 0) return ok(`at ${version}`)
  return warn(
    version === null ? 'there is no schema yet' : `at ${version}, ${pending.length} migrations are pending`,
    'the next start applies them, and so does stoa migrate',
  )
}

const noticeableSkewMs = 2_000
const harmfulSkewMs = 60_000

export function checkClock({ clockSkewMs }: DatabaseFacts): Verdict {
  const skewMs = Math.abs(clockSkewMs)
  if (skewMs < noticeableSkewMs) return ok('this machine and the database agree')
  const text = `this machine and the database are ${Math.round(skewMs / 1000)} s apart`
  const fix = 'synchronise the clocks of both machines with NTP'
  return skewMs < harmfulSkewMs ? warn(text, fix) : fail(text, fix)
}

export function checkConnections({ connectionLimit, connectionsInUse }: DatabaseFacts): Verdict {
  const text = `${connectionsInUse} of ${connectionLimit} in use, a node takes up to ${connectionsPerNode}`
  if (connectionLimit < connectionsPerNode) return fail(text, 'raise max_connections of the server')
  return connectionLimit - connectionsInUse < connectionsPerNode
    ? warn(text, 'raise max_connections of the server, or close connections')
    : ok(text)
}

/** Whether what is sealed in the database can be opened here. Without facts only the key file itself is looked at. */
export async function checkMasterKey(
  { dataDir }: Config,
  { secretKey }: Secrets,
  database: { isThere: boolean; facts: DatabaseFacts | null },
): Promise<Verdict> {
  const path = join(dataDir, 'secrets.json')
  const hasFile = await stat(path).then(
    () => true,
    () => false,
  )
  const sealedWith = database.facts?.keyFingerprint ?? null
  if (!hasFile && secretKey === null && sealedWith === null) {
    return database.isThere && database.facts === null
      ? warn(
          `${path} is missing although there is a database`,
          'restore it from the backup if the database has been used',
        )
      : ok(`${path} will be made by the first start`)
  }
  const keys = await loadMasterKeys({ dataDir, fromEnvironment: secretKey, mayCreate: false })
  const keySource = secretKey === null ? path : 'STOA_SECRET_KEY'
  if (database.facts === null)
    return skip(`${keySource} can be read; whether it fits the database was not checked`)
  if (sealedWith !== null) checkKeyFingerprint(keys, sealedWith)
  return ok(sealedWith === null ? `${keySource} can be read` : `${keySource} fits the database`)
}
