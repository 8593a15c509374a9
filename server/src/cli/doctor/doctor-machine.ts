import { constants } from 'node:fs'
import { access, lstat, stat, statfs } from 'node:fs/promises'
import { BlockList, isIP } from 'node:net'
import { dirname, join } from 'node:path'
import type { Config, Environment, Secrets } from '../../config.ts'
import { readCrashes } from '../../crash-record.ts'
import { blobSettingsOf } from '../../infrastructure.ts'
import { createBlobs } from '../../kernel/blobs/blobs.ts'
import { checkBinaries } from '../../kernel/db/embedded/index.ts'
import { AppError } from '../../kernel/errors.ts'
import { refuseTakenPort } from '../../listening.ts'
import { readHealth } from '../commands/healthz.ts'
import { sizeText } from '../output/table.ts'
import { misspelledVariables, variableFaults } from '../settings.ts'
import { fail, ok, type Verdict, warn } from './finding.ts'

const neededNode = [24, 7] as const

export async function checkNode(version = process.versions.node): Promise<Verdict> {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isEnough = major > neededNode[0] || (major === neededNode[0] && minor >= neededNode[1])
  return isEnough ? ok(version) : fail(version, `use Node ${neededNode.join('.')} or newer`)
}

export async function checkVariables(env: Environment): Promise<Verdict[]> {
  const wrong = variableFaults(env).map(({ cause, fix }) => fail(cause, fix))
  const misspelled = misspelledVariables(env).map(({ name, meant }) =>
    warn(`${name} is not known and does nothing`, meant ? `did you mean ${meant}?` : 'remove it'),
  )
  const verdicts = [...wrong, ...misspelled]
  return verdicts.length > 0 ? verdicts : [ok('all that are set are understood')]
}

export async function checkPlatform(): Promise<Verdict> {
  const found = await checkBinaries()
  const platform = `${process.platform} ${process.arch}`
  return found.ok ? ok(`${platform}, PostgreSQL ${found.version}`) : fail(found.cause, found.fix)
}

const crashesCountMs = 7 * 24 * 3_600_000

export async function checkCrashes({ dataDir }: Pick<Config, 'dataDir'>, now = Date.now()): Promise<Verdict> {
  const recent = (await readCrashes(dataDir)).filter(({ at }) => now - Date.parse(at) < crashesCountMs)
  const last = recent.at(-1)
  return last === undefined
    ? ok('none in the last seven days')
    : warn(
        `${recent.length} in the last seven days, the last at ${last.at}: ${last.cause}`,
        'read the log before that time for "ended by a bug", and the log of the system for a lack of memory',
      )
}

export async function checkDataDir({ dataDir }: Config): Promise<Verdict> {
  const found = await stat(dataDir).catch(() => null)
  if (!found) {
    if (await lstat(dataDir).catch(() => null)) {
      return fail(`${dataDir} is a link that leads nowhere`, 'make what it leads to, or set STOA_DATA_DIR')
    }
    const parent = await nearestExisting(dataDir)
    const mayMake = await isAllowed(parent, constants.W_OK | constants.X_OK)
    return mayMake
      ? ok(`${dataDir} will be made by the first start`)
      : fail(`${dataDir} cannot be made in ${parent}`, 'set STOA_DATA_DIR to a place you may write to')
  }
  if (!found.isDirectory()) return fail(`${dataDir} is not a directory`, 'set STOA_DATA_DIR to a directory')
  if (!(await isAllowed(dataDir, constants.R_OK | constants.W_OK | constants.X_OK))) {
    return fail(`${dataDir} cannot be written`, 'give this user write access, or set STOA_DATA_DIR')
  }
  if (found.uid !== process.getuid?.() && process.getuid !== undefined) {
    return warn(
      `${dataDir} belongs to the user with id ${found.uid}, and this is the user with id ${process.getuid()}`,
      'run every command as the user that runs the server',
    )
  }
  return (found.mode & 0o077) === 0
    ? ok(dataDir)
    : warn(`${dataDir} is open to other users`, `chmod 700 ${dataDir}`)
}

const leastFreeBytes = 200_000_000
const enoughFreeBytes = 1_000_000_000

export async function checkSpace({ dataDir }: Config): Promise<Verdict> {
  const { bavail, bsize } = await statfs(await nearestExisting(dataDir))
  const free = bavail * bsize
  const text = `${sizeText(free)} free`
  if (free >= enoughFreeBytes) return ok(text)
  const fix = `free space on the disk of ${dataDir}`
  return free < leastFreeBytes ? fail(text, fix) : warn(text, fix)
}

async function nearestExisting(path: string): Promise<string> {
  const found = await stat(path).catch(() => null)
  return found || path === dirname(path) ? path : nearestExisting(dirname(path))
}

const isAllowed = (path: string, mode: number): Promise<boolean> =>
  access(path, mode).then(
    () => true,
    () => false,
  )

export async function checkPort(config: Config): Promise<Verdict> {
  if (config.port === 0) return ok('any free one, as PORT is 0')
  try {
    await refuseTakenPort(config)
    return ok(`${config.port} on ${config.host} is free`)
  } catch (error) {
    const health = await readHealth(config)
    if (health.by !== 'stoa') throw error
    return ok(`${config.port} on ${config.host}: Stoa ${health.version} is running`)
  }
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const isLoopback = (host: string): boolean =>
  host === 'localhost' || (isIP(host) > 0 && loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4'))

export async function checkAddress({ host, publicUrl }: Config): Promise<Verdict> {
  if (['0.0.0.0', '[::]'].includes(publicUrl.hostname)) {
    return warn(
      `links and callbacks would lead to ${publicUrl.origin}, which cannot be opened`,
      'set STOA_PUBLIC_URL to the URL that users open',
    )
  }
  if (publicUrl.protocol === 'http:' && !isLoopback(host)) {
    return warn(
      `${publicUrl.origin} is open to the network and not encrypted, so keys can be read on their way`,
      'put a proxy with HTTPS in front of it and set STOA_PUBLIC_URL to the https URL',
    )
  }
  return ok(publicUrl.origin)
}

/** Writes a few bytes and takes them away again, as the only thing the doctor ever changes. */
export async function checkBlobs(config: Config, secrets: Secrets): Promise<Verdict> {
  const settings = blobSettingsOf(config, secrets)
  if (settings.kind === 'disk' && !(await stat(settings.directory).catch(() => null))) {
    return ok(`${join(settings.directory)} will be made with the first file`)
  }
  const blobs = createBlobs(settings)
  try {
    await blobs.check()
    return ok(settings.kind === 'disk' ? settings.directory : `bucket ${settings.bucket}`)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { cause } = error.extras
    const reason = cause instanceof Error ? ` (${cause.message})` : ''
    return fail(`${error.message.replace(/\.$/, '')}${reason}`, 'check STOA_BLOBS, its keys and its disk')
  } finally {
    await blobs.close()
  }
}
