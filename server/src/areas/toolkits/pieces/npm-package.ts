import { createHash, timingSafeEqual } from 'node:crypto'
import { posix } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../../kernel/errors.ts'
import type { Outbound } from '../../../kernel/net/outbound.ts'
import { readTarball } from './tarball.ts'

const Version = z.object({
  version: z.string().max(100),
  main: z.string().max(200).default('index.js'),
  dependencies: z.record(z.string(), z.unknown()).default({}),
  scripts: z.record(z.string(), z.unknown()).default({}),
  dist: z.object({ tarball: z.url(), integrity: z.string().max(2000) }),
})
const Packument = z.object({
  'dist-tags': z.record(z.string(), z.string()),
  versions: z.record(z.string(), z.unknown()),
})

const longestPackument = 32 * 1024 * 1024
const longestTarball = 24 * 1024 * 1024
const longestBundle = 16 * 1024 * 1024
const fetchTimeoutMs = 60_000

export type FetchedPackage = { version: string; integrity: string; bundle: Buffer }

/**
 * One package as one tarball from the registry of the operator, taken only with the digest that the registry names, and
 * only if it brings everything it needs: nothing else is fetched and nothing of it is run to install it.
 */
export async function fetchPackage(
  outbound: Outbound,
  registry: URL,
  wanted: { name: string; version: string | undefined },
): Promise<FetchedPackage> {
  const fetchBytes = async (url: URL, maxBytes: number, accept: string) => {
    const response = await outbound.request({
      url,
      headers: { accept },
      allowedHosts: [registry.hostname],
      maxBytes,
      timeoutMs: fetchTimeoutMs,
    })
    if (response.status === 200) return response.bytes()
    response.discard()
    if (response.status === 404) throw notFound(`There is no package ${wanted.name} in the registry`)
    throw new AppError('upstream_error', `The registry answered with status ${response.status}`, {
      hint: 'Try again later, or check the address of the registry.',
    })
  }
  const base = registry.href.endsWith('/') ? registry.href : `${registry.href}/`
  const about = new URL(`${base}${wanted.name.replace('/', '%2f')}`)
  const known = readJson(Packument, await fetchBytes(about, longestPackument, 'application/json'))
  const name = wanted.version ?? known['dist-tags'].latest ?? ''
  if (!Object.hasOwn(known.versions, name)) throw notFound(`${wanted.name} has no version "${name}"`)
  const version = check(Version, known.versions[name])
  if (Object.keys(version.dependencies).length > 0)
    throw invalid('it is not a bundle: it depends on other packages')
  if (['preinstall', 'install', 'postinstall'].some((script) => script in version.scripts))
    throw invalid('it wants to run a script when it is installed')
  const tarball = new URL(version.dist.tarball)
  const bytes = await fetchBytes(tarball, longestTarball, 'application/octet-stream')
  checkIntegrity(bytes, version.dist.integrity)
  const files = await readTarball(bytes)
  const bundle = files.get(posix.normalize(version.main))
  if (!bundle || bundle.length > longestBundle) throw invalid('its main file is missing or too large')
  return { version: version.version, integrity: version.dist.integrity, bundle }
}

function checkIntegrity(bytes: Buffer, integrity: string): void {
  const named = integrity.split(/\s+/).find((each) => each.startsWith('sha512-'))
  if (!named) throw invalid('the registry names no sha512 digest of it')
  const expected = Buffer.from(named.slice('sha512-'.length), 'base64')
  const found = createHash('sha512').update(bytes).digest()
  if (expected.length !== found.length || !timingSafeEqual(expected, found))
    throw invalid('it is not what the registry says it is: the digests differ')
}

function readJson<S extends z.ZodType>(shape: S, bytes: Buffer): z.output<S> {
  try {
    return check(shape, JSON.parse(bytes.toString()))
  } catch (cause) {
    throw cause instanceof AppError ? cause : invalid('the registry did not describe it in JSON', cause)
  }
}

function check<S extends z.ZodType>(shape: S, value: unknown): z.output<S> {
  const found = shape.safeParse(value)
  if (!found.success) throw invalid('the registry does not describe it as a package', found.error)
  return found.data
}

const notFound = (message: string) =>
  new AppError('piece_not_found', message, { hint: 'Check the name and the version.' })

const invalid = (reason: string, cause?: unknown) =>
  new AppError('invalid_piece', `The package cannot be used: ${reason}.`, {
    hint: 'Install another version, or another package.',
    cause,
  })
