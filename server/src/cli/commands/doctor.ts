import type { ConnectionSettings } from '../../kernel/db/postgres.ts'
import { joinDatabase } from '../backup/join-database.ts'
import type { Command, CommandContext } from '../command.ts'
import { findDatabase } from '../database-state.ts'
import {
  checkClock,
  checkConnections,
  checkMasterKey,
  checkRights,
  checkSchema,
  checkServerVersion,
  checkTrigrams,
} from '../doctor/doctor-database.ts'
import {
  checkAddress,
  checkBlobs,
  checkCrashes,
  checkDataDir,
  checkNode,
  checkPlatform,
  checkPort,
  checkSpace,
  checkVariables,
} from '../doctor/doctor-machine.ts'
import { examinePooler } from '../doctor/doctor-pooler.ts'
import { checkStandby } from '../doctor/doctor-replica.ts'
import { examine, type Finding, ok, type State, skip, type Verdict } from '../doctor/finding.ts'
import { type DatabaseFacts, readDatabaseFacts } from '../doctor/read-database-facts.ts'
import { alignColumns } from '../output/table.ts'
import { variableFaults } from '../settings.ts'

const exitCodeOfFindings = 2

// Loaded when they run: they bring whole areas, for which every other command and each start would wait.
const loadAttack = () => import('../doctor/doctor-attack.ts')
const loadBrowser = () => import('../doctor/doctor-browser.ts')
const loadOcr = () => import('../doctor/doctor-ocr.ts')
const loadSandboxes = () => import('../doctor/doctor-sandbox.ts')

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Check everything a start depends on, and say how to fix what is wrong',
  details:
    'Changes nothing. Exit code 2 means that something has to be fixed. With --attack it attacks the running server instead, as clients could, in two projects that it creates and removes; the rows are those of docs/security/threats.md.',
  options: {
    start: { type: 'boolean', meaning: 'start a stopped embedded database, to look into it' },
    attack: { type: 'boolean', meaning: 'attack the running server, and report what gets through' },
    url: {
      type: 'string',
      meaning: 'where clients reach it, through proxies',
      example: 'https://stoa.example.com',
    },
    only: { type: 'string', meaning: 'the attacks of these rows', example: 'NET-5,NET-7' },
    yes: { type: 'boolean', meaning: 'attack a URL that is not on this machine' },
  },
  toleratesFaults: true,
  async run(context) {
    const isAttack = context.options.attack === true
    const findings = isAttack
      ? await (await loadAttack()).attackInstallation(context)
      : await examineAll(context)
    context.say([...tableOf(findings), '', isAttack ? attackEnd(findings) : checkEnd(findings)].join('\n'))
    const hasFailed = findings.some(({ state }) => state === 'fail')
    return { exitCode: hasFailed ? exitCodeOfFindings : 0, data: findings }
  },
}

async function examineAll(context: CommandContext): Promise<Finding[]> {
  const { config, secrets, env } = context
  const machine = [
    await examine('Node', () => checkNode()),
    await examine('Variables', () => checkVariables(env)),
    await examine('Data directory', () => checkDataDir(config)),
    await examine('Disk space', () => checkSpace(config)),
    await examine('Crashes', () => checkCrashes(config)),
    await examine('Port', () => checkPort(config)),
    await examine('Public address', () => checkAddress(config)),
    await examine('Files', () => checkBlobs(config, secrets)),
    await examine('Sandboxes', async () => (await loadSandboxes()).checkSandboxes(config)),
    await examine('OCR', async () => (await loadOcr()).checkOcr(config)),
    await examine('Browser', async () => (await loadBrowser()).checkBrowser(config)),
    ...(config.usesEmbeddedDatabase ? [await examine('Embedded database', () => checkPlatform())] : []),
  ]
  return [...machine.flat(), ...(await examineDatabase(context))]
}

type Seen = { isThere: boolean; settings: ConnectionSettings | null; facts: DatabaseFacts | null }

async function examineDatabase(context: CommandContext): Promise<Finding[]> {
  const { config, secrets } = context
  const seen: Seen = { isThere: true, settings: null, facts: null }
  const server = await examine('Database', () => lookAtServer(context, seen))
  const masterKey = await examine('Master key', () => checkMasterKey(config, secrets, seen))
  const { settings, facts } = seen
  if (settings === null || facts === null) return [...server, ...masterKey]
  const rest = [
    await examine('Database rights', async () => checkRights(facts)),
    await examine('Extensions', async () => checkTrigrams(facts)),
    await examine('Schema', () => checkSchema(settings)),
    await examine('Clock', async () => checkClock(facts)),
    await examine('Connections', async () => checkConnections(facts)),
    await examine('Pooler', () => examinePooler(secrets, settings)),
    await examine('Replica', () => checkStandby(secrets, settings)),
  ]
  return [...server, ...rest.flat(), ...masterKey]
}

/** Notes down what the other checks need, as far as it can be had. */
async function lookAtServer(context: CommandContext, seen: Seen): Promise<Verdict> {
  const { config, secrets, env, options } = context
  if (variableFaults(env).some(({ names }) => names.includes('DATABASE_URL'))) {
    return skip('not looked at, since DATABASE_URL is wrong')
  }
  const database = await findDatabase(config, secrets)
  seen.settings = database.settings
  if (database.kind === 'embedded' && database.state === 'absent') {
    seen.isThere = false
    return ok('will be made by the first start')
  }
  if (database.kind === 'embedded' && database.state === 'stopped') {
    if (!options.start) return skip('stopped, so it was not looked into: --start does')
    seen.settings = (await joinDatabase(context)).settings
  }
  seen.facts = await readDatabaseFacts(seen.settings!)
  return checkServerVersion(seen.facts)
}

const words: Record<State, string> = { ok: 'ok', warn: 'warn', fail: 'FAIL', skip: '-' }

function tableOf(findings: readonly Finding[]): string[] {
  const rows = findings.flatMap(({ check, state, finding, fix }) => [
    [words[state], check, finding],
    ...(fix === undefined ? [] : [['', '', `fix: ${fix}`]]),
  ])
  return alignColumns(rows)
}

const countFailed = (findings: readonly Finding[]): number =>
  findings.filter(({ state }) => state === 'fail').length

function checkEnd(findings: readonly Finding[]): string {
  const failed = countFailed(findings)
  return failed === 0 ? 'No problems found.' : `${failed} to fix.`
}

function attackEnd(findings: readonly Finding[]): string {
  const failed = countFailed(findings)
  const result = failed === 0 ? 'none got through' : `${failed} got through or could not be tried`
  return `${findings.length} attacks, ${result}. The two projects they were tried in are deleted now.`
}
