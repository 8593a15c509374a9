import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { until } from '../../../../test/until.ts'
import { locateBinaries, prepareBinaries } from '../embedded/binaries/binaries.ts'
import { chooseAccount } from '../embedded/machine/account.ts'
import { makePrivate } from '../embedded/machine/directories.ts'
import { embeddedPaths, socketPort } from '../embedded/machine/paths.ts'
import { ask, atEnd, joinHere, makeDataFolder, makeTemplate } from '../embedded/testing.ts'
import type { ConnectionSettings } from '../postgres.ts'

const template = makeTemplate()

const demand = `create function demand(condition boolean) returns boolean language plpgsql volatile as $$
  begin if condition is not true then raise exception 'not so' using errcode = 'ST001'; end if; return true; end $$`

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const isUp = (settings: ConnectionSettings) =>
  ask(settings, 'select 1').then(
    () => true,
    () => false,
  )

export type Standby = {
  settings: ConnectionSettings
  start(...options: string[]): Promise<void>
  kill(): Promise<void>
  /** Stops or continues the process that opens its connections. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
}

/** A primary with standbys that stream from it over its socket, made of copies of its files. */
export async function startPrimary(t: TestContext, names: readonly string[] = ['standby']) {
  const { folder, dataDir } = await makeDataFolder(t)
  await template.copyTo(dataDir)
  const paths = embeddedPaths(dataDir)
  const account = await chooseAccount(paths.cluster)
  for (const name of names) await promisify(execFile)('cp', ['-a', paths.cluster, join(folder, name)])
  const { settings } = await joinHere(t, dataDir)
  // The account of the standby comes to the socket of the primary through these.
  for (const path of [dataDir, paths.home]) await chmod(path, 0o755)
  const native = await prepareBinaries({
    source: locateBinaries(),
    account,
    copyDir: account ? join(dataDir, 'unused') : paths.binaries,
  })
  const source = `host=${paths.socketDir} port=${socketPort} user=${settings.user}`
  const standbys: Standby[] = []
  for (const name of names) {
    const [directory, socket] = [join(folder, name), join(folder, `s-${name}`)]
    await makePrivate(socket, account)
    await writeFile(join(directory, 'standby.signal'), '')
    await appendFile(join(directory, 'postgresql.auto.conf'), `\nprimary_conninfo = '${source}'\n`)
    const args = ['-D', directory, '-k', socket, '-p', String(socketPort), '-c', 'listen_addresses=']
    const run = (options: string[]) =>
      spawn(join(native, 'bin', 'postgres'), [...args, ...options], {
        ...account,
        cwd: directory,
        stdio: 'ignore',
      })
    standbys.push(await startStandby(t, { ...settings, host: socket }, run))
  }
  await ask(settings, demand)
  await ask(settings, 'create table entry (id serial primary key)')
  return { primary: settings, standbys }
}

async function startStandby(
  t: TestContext,
  settings: ConnectionSettings,
  run: (options: string[]) => ChildProcess,
): Promise<Standby> {
  let child: ChildProcess
  const standby: Standby = {
    settings,
    async start(...options) {
      child = run(options)
      await until(() => {
        // The processes of one that was killed may hold its memory for a moment.
        if (child.exitCode !== null) child = run(options)
        return isUp(settings)
      }, 'the standby responds')
    },
    kill: () => stop(child),
    signal: (signal) => void child.kill(signal),
  }
  atEnd(t, () => standby.kill())
  await standby.start()
  return standby
}
