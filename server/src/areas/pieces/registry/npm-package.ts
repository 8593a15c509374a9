import { createHash, timingSafeEqual } from 'node:crypto'
import { posix } from 'node:path'
import { z } from 'zod'
import { asShape, invalidPiece, type NpmRegistry, pieceNotFound } from './npm-registry.ts'
import { readTarball } from './tarball.ts'

const Version = z.object({
  version: z.string().max(100),
  main: z.string().max(200).default('index.js'),
  dependencies: z.record(z.string(), z.unknown()).default({}),
  scripts: z.record(z.string(), z.unknown()).default({}),
  dist: z.object({ tarball: z.url(), integrity: z.string().max(2000) }),
})

const maxTarballLength = 24 * 1024 * 1024
const maxBundleLength = 16 * 1024 * 1024

export type FetchedPackage = { version: string; integrity: string; bundle: Buffer }

/**
 * One package as one tarball from the registry of the operator, taken only with the digest that the registry names, and
 * only if it brings everything it needs: nothing else is fetched and nothing of it is run to install it.
 */
export async function fetchPackage(
  registry: NpmRegistry,
  requested: { name: string; version: string | undefined },
): Promise<FetchedPackage> {
  const known = await registry.packument(requested.name)
  const name = requested.version ?? known['dist-tags'].latest ?? ''
  if (!Object.hasOwn(known.versions, name)) throw pieceNotFound(`${requested.name} has no version "${name}"`)
  const version = asShape(Version, known.versions[name])
  const reason = reasonAgainst(version)
  if (reason !== null) throw invalidPiece(reason)
  const missing = `There is no package ${requested.name} in the registry`
  const address = new URL(version.dist.tarball)
  const bytes = await registry.bytes(address, maxTarballLength, 'application/octet-stream', missing)
  checkIntegrity(bytes, version.dist.integrity)
  const files = await readTarball(bytes)
  const bundle = files.get(posix.normalize(version.main))
  if (!bundle || bundle.length > maxBundleLength) throw invalidPiece('its main file is missing or too large')
  return { version: version.version, integrity: version.dist.integrity, bundle }
}

/** Why a version cannot be installed, as far as the registry shows; null when it can. */
export function reasonAgainst(version: {
  dependencies: Record<string, unknown>
  scripts: Record<string, unknown>
}): string | null {
  if (Object.keys(version.dependencies).length > 0) return 'it is not a bundle: it depends on other packages'
  if (['preinstall', 'install', 'postinstall'].some((script) => script in version.scripts))
    return 'it wants to run a script when it is installed'
  return null
}

function checkIntegrity(bytes: Buffer, integrity: string): void {
  const named = integrity.split(/\s+/).find((each) => each.startsWith('sha512-'))
  if (!named) throw invalidPiece('the registry names no sha512 digest of it')
  const expected = Buffer.from(named.slice('sha512-'.length), 'base64')
  const found = createHash('sha512').update(bytes).digest()
  if (expected.length !== found.length || !timingSafeEqual(expected, found))
    throw invalidPiece('it is not what the registry says it is: the digests differ')
}
