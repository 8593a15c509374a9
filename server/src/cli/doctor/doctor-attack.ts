import { openInstallation } from '../../installation.ts'
import { StartFault } from '../../kernel/start-fault.ts'
import { nearMatch } from '../../kernel/text/near-match.ts'
import { attackRows, runAttacks } from '../attack/run-attacks.ts'
import { createAttackTarget } from '../attack/target.ts'
import { createThrowawayProjects } from '../attack/throwaway-projects.ts'
import { acquire } from '../backup/acquire.ts'
import type { CommandContext } from '../command.ts'
import type { Finding } from './finding.ts'

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Attacks the running server from outside, in two projects that are created before and removed after. */
export async function attackInstallation(context: CommandContext): Promise<Finding[]> {
  const { config, secrets, log, cleanup } = context
  const url = urlOf(context)
  const rows = rowsOf(context)
  const { app, db } = await acquire(
    cleanup,
    () => openInstallation(config, secrets, log, { mustExist: true }),
    ({ close }) => close(),
  )
  const projects = await acquire(
    cleanup,
    () => createThrowawayProjects(app, db),
    ({ remove }) => remove(),
  )
  const target = createAttackTarget(url, projects.mine, projects.theirs)
  const own = await target.get('/api/v1/project', { key: projects.mine.key }).catch((error: Error) => error)
  if (own instanceof Error || own.status !== 200) {
    throw new StartFault(
      `${url.origin} does not accept a key of this installation (${own instanceof Error ? own.message : own.status})`,
      'start the server first, or name the URL of this installation with --url',
    )
  }
  return runAttacks(target, rows)
}

/** Whatever is not on this machine may be someone else's: attacking it has to be meant. */
function urlOf({ config, options }: CommandContext): URL {
  const text = typeof options.url === 'string' ? options.url : config.publicUrl.href
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new StartFault(`--url is no URL: ${text}`, 'write it like https://stoa.example.com')
  }
  if (!loopback.test(url.hostname) && options.yes !== true) {
    throw new StartFault(
      `${url.origin} is not on this machine`,
      'add --yes if it is your own installation, and proxies before it may be attacked as well',
    )
  }
  return url
}

function rowsOf({ options }: CommandContext): readonly string[] {
  if (typeof options.only !== 'string') return attackRows
  const rows = options.only.split(',').map((row) => row.trim().toUpperCase())
  const unknown = rows.find((row) => !attackRows.includes(row))
  if (unknown === undefined) return rows
  const near = nearMatch(unknown, attackRows)
  throw new StartFault(
    `there is no attack ${unknown}`,
    near ? `did you mean ${near}?` : `there are ${attackRows.join(', ')}`,
  )
}
