import { createAgentVersions } from '../../src/areas/workflows/engine/agents/agent-versions.ts'
import { createMcpServers } from '../../src/areas/workflows/engine/agents/mcp-servers.ts'
import { createCompiledVersions } from '../../src/areas/workflows/engine/compiled-versions.ts'
import { createOutputs } from '../../src/areas/workflows/engine/outputs.ts'
import { createPauses } from '../../src/areas/workflows/engine/pauses.ts'
import { createRunKind } from '../../src/areas/workflows/engine/run-kind.ts'
import { createSubflows } from '../../src/areas/workflows/engine/subflows.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { createDb } from '../../src/kernel/db/create-db.ts'
import { sql } from '../../src/kernel/db/db.ts'
import { createListener } from '../../src/kernel/db/listen.ts'
import { type ConnectionSettings, openPostgres } from '../../src/kernel/db/postgres.ts'
import { createEvents } from '../../src/kernel/events/events.ts'
import { createIds } from '../../src/kernel/ids.ts'
import { createLog } from '../../src/kernel/log.ts'
import { createRuns } from '../../src/kernel/runs/runs.ts'
import { noThreads, noTurns, scriptedEffects } from './scripted.ts'

/** A node that executes workflows in a separate process, made to be killed. Each tool call leaves a mark outside. */
const settings = JSON.parse(process.argv[2]!) as ConnectionSettings
const db = createDb(openPostgres({ settings, applicationName: 'stoa-flows', onError: () => undefined }))
const listener = createListener({ settings, onNotice: () => undefined })
await listener.start()
const clock = systemClock
const newId = createIds(clock)
const log = createLog({ level: 'silent', secrets: [] })
const runs = createRuns({ db, clock, newId, log, listener, leaseMs: 1_000, pollMs: 100 })
const events = createEvents({ db, clock, newId, log, listener })
const versions = createCompiledVersions(db)
const noFiles = () => Promise.reject(new Error('no output of this process is large'))
runs.register({
  ...createRunKind({
    db,
    clock,
    newId,
    log,
    versions,
    subflows: createSubflows(db, versions),
    pauses: createPauses({ clock, newId, events, runs, threads: noThreads }),
    outputs: createOutputs({ now: clock.now, files: { create: noFiles, open: noFiles } }),
    turns: noTurns,
    agentVersions: createAgentVersions(db, createMcpServers()),
    endRows: () => [],
    effectsFor: () =>
      scriptedEffects(async ({ runId, step, slug, arguments: args }) => {
        await db.rows(sql`insert into mark (run_id, step) values (${runId}, ${step})`)
        if (slug === 'once_slow') await new Promise((resolve) => setTimeout(resolve, 60_000))
        return args
      }),
    recordingFor: async () => null,
  }),
  maxLosses: 100,
})
runs.start()
process.send?.('ready')
