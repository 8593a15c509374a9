import type { Blobs } from '../../../kernel/blobs/blobs.ts'
import type { BlobGarbage } from '../../../kernel/blobs/garbage.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { type Listener, notify } from '../../../kernel/db/listen.ts'
import { AppError } from '../../../kernel/errors.ts'
import { refuseTenants } from '../../../kernel/http/auth/authorize.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Outbound } from '../../../kernel/net/outbound.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type { PieceEntry } from '../describe/entry.ts'
import type { Bundle, PiecePool } from '../host/pool.ts'
import { fetchPackage } from '../registry/npm-package.ts'
import { openRegistry } from '../registry/npm-registry.ts'
import {
  deleteInstalledPiece,
  type InstalledPieceRow,
  listInstalledPieces,
  putInstalledPiece,
} from '../store/installed-piece.ts'
import { describeBundle } from './describe-bundle.ts'
import type { LoadedPiece } from './perform.ts'
import { slugOfPackage } from './shipped.ts'

export type InstalledDeps = {
  db: Db
  clock: Clock
  newId: NewId
  blobs: Blobs
  garbage: BlobGarbage
  listener: Listener
  outbound: Outbound
  audit: Audit
  pool: PiecePool
  /** Null where the operator wants nothing to be installed. */
  registry: URL | null
  /** Whether something else of the platform has the slug. */
  isTaken(slug: string): Promise<boolean>
}

const changedChannel = 'stoa_pieces'

/** Pieces that were installed while the product ran. The bundle lies with the blobs, so that every node has it. */
export function createInstalledPieces(deps: InstalledDeps) {
  let known: Promise<LoadedPiece[]> | null = null
  const forget = () => {
    known = null
  }
  deps.listener.on(changedChannel, forget)
  deps.listener.onReconnect(forget)

  function loaded(row: InstalledPieceRow): LoadedPiece {
    const entry = row.entry as PieceEntry
    return {
      entry: { ...entry, toolkit: { ...entry.toolkit, isInstalled: true } },
      bundle: {
        id: `${row.package}@${row.version}-${row.blob_key}`,
        text: () => readBlob(deps.blobs, row.blob_key),
      },
    }
  }

  async function slugFor(name: string): Promise<string> {
    const current = (await listInstalledPieces(deps.db)).find((row) => row.package === name)
    if (current) return current.slug
    const slug = slugOfPackage(name)
    if (!(await deps.isTaken(slug))) return slug
    if (!(await deps.isTaken(`${slug}-piece`))) return `${slug}-piece`
    throw new AppError('slug_conflict', `Toolkits "${slug}" and "${slug}-piece" already exist`)
  }

  async function install(scope: Scope, requested: { name: string; version: string | undefined }) {
    refuseTenants(scope, 'Installing toolkits')
    if (deps.registry === null) {
      throw new AppError('invalid_state', 'Installing toolkits is disabled on this server', {
        hint: 'The operator can enable it with STOA_NPM_REGISTRY.',
      })
    }
    const { version, integrity, bundle } = await fetchPackage(
      openRegistry(deps.outbound, deps.registry),
      requested,
    )
    const slug = await slugFor(requested.name)
    const draft: Bundle = { id: `${requested.name}@${version}`, text: async () => bundle }
    const entry = await describeBundle(deps.pool, draft, { package: requested.name, version, slug })
    const blobKey = `pieces/${deps.newId()}`
    await deps.blobs.put(blobKey, bundle)
    const piece = {
      slug,
      package: requested.name,
      version,
      integrity,
      size_bytes: bundle.length,
      blob_key: blobKey,
      entry,
    }
    const installedAt = await deps.db
      .tx(async (tx) => {
        const put = await putInstalledPiece(tx, { ...piece, at: deps.clock.now() })
        if (put.leftBehind !== null) await deps.garbage.discard(tx, put.leftBehind)
        const details = { package: requested.name, version, integrity }
        await deps.audit.record(tx, scope, {
          action: 'toolkit.installed',
          targetType: 'toolkit',
          targetId: slug,
          details,
        })
        await notify(tx, changedChannel, slug)
        return put.installedAt
      })
      .catch(async (error) => {
        await deps.blobs.delete(blobKey)
        throw error
      })
    forget()
    return visible({ ...piece, installed_at: installedAt })
  }

  return {
    /** Read once, and again when any node says that something has changed. */
    all(): Promise<LoadedPiece[]> {
      known ??= listInstalledPieces(deps.db).then((rows) => rows.map(loaded))
      known.catch(forget)
      return known
    },
    list: async () => (await listInstalledPieces(deps.db)).map(visible),
    install,
    async uninstall(scope: Scope, slug: string): Promise<void> {
      refuseTenants(scope, 'Installing toolkits')
      await deps.db.tx(async (tx) => {
        const deleted = await deleteInstalledPiece(tx, slug)
        if (!deleted) {
          throw new AppError('piece_not_found', 'The toolkit is not installed', {
            hint: 'GET /api/v1/toolkits/installed lists the installed toolkits.',
          })
        }
        await deps.garbage.discard(tx, deleted.blob_key)
        await deps.audit.record(tx, scope, {
          action: 'toolkit.uninstalled',
          targetType: 'toolkit',
          targetId: slug,
        })
        await notify(tx, changedChannel, slug)
      })
      forget()
    },
  }
}

export type InstalledPieces = ReturnType<typeof createInstalledPieces>

function visible(row: InstalledPieceRow) {
  const { toolkit, allowedHosts } = row.entry as PieceEntry
  return {
    slug: row.slug,
    package: row.package,
    version: row.version,
    integrity: row.integrity,
    sizeBytes: row.size_bytes,
    toolCount: toolkit.toolCount,
    triggerCount: toolkit.triggerCount,
    allowedHosts: [...allowedHosts],
    installedAt: new Date(row.installed_at).toISOString(),
  }
}

async function readBlob(blobs: Blobs, key: string): Promise<Buffer> {
  const found = await blobs.get(key)
  if (!found) throw new Error(`the bundle ${key} is missing`)
  return Buffer.concat(await found.stream.toArray())
}
