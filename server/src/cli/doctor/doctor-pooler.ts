import type { Secrets } from '../../config.ts'
import { checkPooler, isRolePrepared } from '../../kernel/db/pooler/pooler.ts'
import { type ConnectionSettings, openPostgres } from '../../kernel/db/postgres.ts'
import { ok, type Verdict, warn } from './finding.ts'

/** The doctor's own connection would be one that the pooler gives to others later, without the settings. */
export const unprepared = warn(
  'not looked at: the role lacks the settings that connections through the pooler need',
  'start a node, which sets them; if the pooler has had connections before, run RECONNECT in its console then',
)

/** The way of requests, where it is another one than that of migrations and notifications. */
export async function examinePooler(
  { databaseUrl, databaseDirectUrl }: Pick<Secrets, 'databaseUrl' | 'databaseDirectUrl'>,
  direct: ConnectionSettings,
): Promise<Verdict[]> {
  if (databaseUrl === null || databaseDirectUrl === null) return []
  if (!(await isRolePrepared(direct))) return [unprepared]
  const pooled = openPostgres({
    settings: { connectionString: databaseUrl },
    isPooled: true,
    applicationName: 'stoa doctor',
    poolSize: 1,
    onError: () => undefined,
  })
  try {
    await checkPooler(pooled, direct)
    return [ok('DATABASE_URL leads to the same database through its pooler')]
  } finally {
    await pooled.close()
  }
}
