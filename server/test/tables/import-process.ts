import { createAudit } from '../../src/areas/audit/index.ts'
import { createExternalUsers } from '../../src/areas/external-users/index.ts'
import { createFiles } from '../../src/areas/files/index.ts'
import { createProjects } from '../../src/areas/projects/index.ts'
import { createTables } from '../../src/areas/tables/index.ts'
import { createBlobs } from '../../src/kernel/blobs/blobs.ts'
import { createBlobGarbage } from '../../src/kernel/blobs/garbage.ts'
import { parseBlobSettings } from '../../src/kernel/blobs/settings.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { createDb } from '../../src/kernel/db/create-db.ts'
import { createListener } from '../../src/kernel/db/listen.ts'
import { type ConnectionSettings, openPostgres } from '../../src/kernel/db/postgres.ts'
import { createEvents } from '../../src/kernel/events/events.ts'
import { createIds } from '../../src/kernel/ids.ts'
import { createLog } from '../../src/kernel/log.ts'
import { parseAllowedNetworks } from '../../src/kernel/net/allowed-networks.ts'
import { createOutbound } from '../../src/kernel/net/outbound.ts'
import { createRuns } from '../../src/kernel/runs/runs.ts'

/** A worker in a separate process that does imports, made to be killed. */
const { settings, dataDir } = JSON.parse(process.argv[2]!) as {
  settings: ConnectionSettings
  dataDir: string
}
const driver = openPostgres({ settings, applicationName: 'stoa-worker', onError: () => undefined })
const db = createDb(driver)
const clock = systemClock
const newId = createIds(clock)
const listener = createListener({ settings, onNotice: () => undefined })
await listener.start()
const log = createLog({ level: 'silent', secrets: [] })
const runs = createRuns({ db, clock, newId, log, listener, leaseMs: 1_000, pollMs: 200 })
const blobs = createBlobs(parseBlobSettings('file:', { dataDir }))
const garbage = createBlobGarbage({ db, blobs, clock })
const audit = createAudit({ db, newId, clock })
const knownPermissions = () => []
const events = createEvents({ db, clock, newId, log, listener })
const projects = createProjects({
  db,
  clock,
  newId,
  audit,
  events,
  knownPermissions,
  accessRule: () => null,
})
const externalUsers = createExternalUsers({
  db,
  clock,
  newId,
  log,
  audit,
  events,
  projects,
  garbage,
  blobs,
  knownPermissions,
  outbound: createOutbound({ allowPrivate: parseAllowedNetworks(''), userAgent: 'Stoa/test' }),
  receiptKey: Buffer.alloc(32),
  usage: { registerUserLock: () => undefined },
})
const files = createFiles({
  db,
  clock,
  newId,
  audit,
  events,
  externalUsers,
  garbage,
  blobs,
  limits: { projectBytes: null, userBytes: null },
  linkKey: Buffer.alloc(32),
  publicUrl: new URL('http://localhost'),
})
createTables({ db, clock, newId, audit, events, externalUsers, files, runs, garbage, blobs })
runs.start()
process.send?.('ready')
