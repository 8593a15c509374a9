import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { databasePid, type Server } from '../process/stoa.ts'
import { until } from '../until.ts'
import type { FaultyProxy, Trouble } from './faulty-proxy.ts'
import type { Outside } from './outside.ts'
import type { SmallDisk } from './small-disk.ts'

/** One installation under load, and what can go wrong with it. */
export type Stage = {
  faults: Fault[]
  outside: Outside
  dataDir: string
  clockFile: string
  server(): Server
  /** Of the server itself, below its supervisor if it has one. */
  serverPid(): number
  restart(): Promise<void>
  /** Every status since they were cleared last. */
  statuses: Set<number>
}

/** Something goes wrong under load and is well again when it returns; what the product has to do about it follows. */
export type Fault = { name: string; play(stage: Stage): Promise<void> }

const troubles: readonly Trouble[] = ['refuses', 'hangs', 'returns 500', 'breaks off']

/** A service that is in trouble until a connection has met it. */
export const troubleOf = (
  what: string,
  proxyOf: (stage: Stage) => FaultyProxy,
  kinds: readonly Trouble[] = troubles,
): Fault[] =>
  kinds.map((kind) => ({
    name: `${what} ${kind}`,
    async play(stage) {
      const proxy = proxyOf(stage)
      proxy.become(kind)
      await until(() => proxy.met() > 0, `a connection that meets: ${what} ${kind}`)
      proxy.become(null)
    },
  }))

const hour = 3_600_000

/** The clock of the server, not the one of its database: nodes whose clocks differ are the same. */
export const clockFault = (name: string, hours: number): Fault => ({
  name,
  async play({ serverPid, clockFile }) {
    await writeFile(clockFile, String(hours * hour))
    process.kill(serverPid(), 'SIGUSR2')
    await until(() => !existsSync(clockFile), `a clock that is ${hours} hours ahead`)
  },
})

export const killedServer: Fault = {
  name: 'server killed',
  async play({ server, restart }) {
    await server().stop('SIGKILL')
    await restart()
  },
}

const databaseOf = (dataDir: string) => until(() => databasePid(dataDir), 'the database')

export const databaseFaults: Fault[] = [
  {
    name: 'database killed',
    play: async ({ dataDir }) => void process.kill((await databaseOf(dataDir))!, 'SIGKILL'),
  },
  {
    name: 'database blocked',
    async play({ dataDir }) {
      const pid = (await databaseOf(dataDir))!
      process.kill(pid, 'SIGSTOP')
      // No request ends before it continues, so there is no condition to wait for.
      await pause(500)
      process.kill(pid, 'SIGCONT')
    },
  },
  {
    name: 'server and database killed',
    async play({ dataDir, server, restart }) {
      process.kill((await databaseOf(dataDir))!, 'SIGKILL')
      await server().stop('SIGKILL')
      await restart()
    },
  },
]

/** Every write meets it until there is space again; what was stored is read all the same, where the database can be read. */
export const fullDisk = (disk: SmallDisk): Fault => ({
  name: 'disk full',
  async play({ statuses, server }) {
    statuses.clear()
    await disk.fill()
    await until(() => statuses.has(507) || statuses.has(503), 'a write that does not fit')
    const isRead = async () =>
      (
        await server()
          .call('GET', '/users/profile')
          .catch(() => null)
      )?.status === 200
    await until(isRead, 'a read while the disk is full')
    await disk.free()
  },
})
