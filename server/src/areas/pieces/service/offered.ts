import { z } from 'zod'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { refuseTenants } from '../../../kernel/http/auth/authorize.ts'
import type { Outbound } from '../../../kernel/net/outbound.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { reasonAgainst } from '../registry/npm-package.ts'
import { asShape, openRegistry, pieceNotFound } from '../registry/npm-registry.ts'
import { InstallBody } from '../schema/installed.ts'
import type { OfferedToolkit, OfferedToolkitDetails } from '../schema/offered.ts'
import { listInstalledPieces } from '../store/installed-piece.ts'

export type OfferedDeps = { db: Db; outbound: Outbound; registry: URL | null }

const text = (length: number) =>
  z
    .string()
    .catch('')
    .transform((text) => text.slice(0, length))

const Found = z.object({
  objects: z.array(
    z.object({ package: z.object({ name: z.string(), version: text(100), description: text(1000) }) }),
  ),
})
const Version = z.object({
  description: text(1000),
  license: z.string().max(200).nullable().catch(null),
  dependencies: z.record(z.string(), z.unknown()).default({}),
  scripts: z.record(z.string(), z.unknown()).default({}),
  dist: z.object({ unpackedSize: z.int().nonnegative().nullable().catch(null) }),
})

const most = 25
const maxVersions = 50
const maxFindingLength = 2 * 1024 * 1024
const prefix = '@activepieces/piece-'

const isMissing = (error: unknown) => error instanceof AppError && error.code === 'piece_not_found'

/** What the registry of the operator has that could be installed. */
export function createOfferedPieces({ db, outbound, registry }: OfferedDeps) {
  const open = () => {
    if (registry) return openRegistry(outbound, registry)
    throw new AppError('invalid_state', 'Installing toolkits is disabled on this server', {
      hint: 'The operator can enable it with STOA_NPM_REGISTRY.',
    })
  }
  const installedVersions = async () =>
    new Map((await listInstalledPieces(db)).map((row) => [row.package, row.version]))

  async function details(name: string): Promise<OfferedToolkitDetails> {
    const known = await open().packument(name)
    const version = known['dist-tags'].latest ?? ''
    if (!Object.hasOwn(known.versions, version)) throw pieceNotFound(`${name} has no newest version`)
    const newest = asShape(Version, known.versions[version])
    const reason = reasonAgainst(newest)
    return {
      package: name,
      version,
      description: newest.description,
      installedVersion: (await installedVersions()).get(name) ?? null,
      license: newest.license,
      sizeBytes: newest.dist.unpackedSize,
      versions: Object.keys(known.versions).reverse().slice(0, maxVersions),
      isInstallable: reason === null,
      reason,
    }
  }

  /** Not every registry can search; by its whole name a package is found in all of them. */
  async function byName(name: string): Promise<OfferedToolkit[]> {
    if (!InstallBody.shape.package.safeParse(name).success) return []
    try {
      const { package: found, version, description, installedVersion } = await details(name)
      return [{ package: found, version, description, installedVersion }]
    } catch (error) {
      if (isMissing(error)) return []
      throw error
    }
  }

  return {
    async details(scope: Scope, name: string): Promise<OfferedToolkitDetails> {
      refuseTenants(scope, 'Installing toolkits')
      return details(name)
    },
    async search(scope: Scope, q: string): Promise<OfferedToolkit[]> {
      refuseTenants(scope, 'Installing toolkits')
      const words = q.toLowerCase().replace(prefix, '').trim().replace(/\s+/g, '-')
      const searchText = encodeURIComponent(prefix + words)
      try {
        const path = `-/v1/search?text=${searchText}&size=${most}`
        const { objects } = await open().json(path, maxFindingLength, Found)
        const installed = await installedVersions()
        return objects
          .filter(({ package: { name } }) => InstallBody.shape.package.safeParse(name).success)
          .map(({ package: { name, version, description } }) => ({
            package: name,
            version,
            description,
            installedVersion: installed.get(name) ?? null,
          }))
      } catch (error) {
        if (isMissing(error)) return byName(prefix + words)
        throw error
      }
    },
  }
}

export type OfferedPieces = ReturnType<typeof createOfferedPieces>
