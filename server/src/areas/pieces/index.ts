import type { Log } from '../../kernel/log.ts'
import { isSealable } from '../../kernel/sealed/command.ts'
import type { Toolkits } from '../toolkits/index.ts'
import { pieceProcessCommand } from './host/command.ts'
import { createPiecePool } from './host/pool.ts'
import { piecesManifest } from './manifest.ts'
import { installedRoutes } from './routes/installed.ts'
import { offeredRoutes } from './routes/offered.ts'
import { createAppWebhooks } from './service/app-webhook.ts'
import { describeBundle } from './service/describe-bundle.ts'
import { createInstalledPieces, type InstalledDeps } from './service/installed.ts'
import { createOfferedPieces } from './service/offered.ts'
import { createPerform, type LoadedPiece } from './service/perform.ts'
import { createPieceProvider } from './service/provider.ts'
import { findShippedPieces } from './service/shipped.ts'
import { createStoredValues } from './service/stored-values.ts'

export type { StoredValue } from './store/piece-value.ts'

export type PiecesDeps = Omit<InstalledDeps, 'pool' | 'isTaken'> & {
  log: Log
  toolkits: Pick<Toolkits, 'registerProvider' | 'providerOf'>
  /** False registers none of them. */
  hasPieces: boolean
  publicUrl: URL
  /** The directory for the programs of the processes. */
  dataDir: string
  /** Run also where the platform cannot close a process; for development on other systems only. */
  allowUnsealed: boolean
}

/**
 * Third-party integrations, each a bundle that runs in a process with no network access but the server's own
 * client. Everything is started and read on demand.
 */
export function createPieces(deps: PiecesDeps) {
  const { db, clock, log, outbound, publicUrl, dataDir, allowUnsealed, toolkits } = deps
  const mayRun = isSealable() || allowUnsealed
  const pool = createPiecePool({ command: mayRun ? () => pieceProcessCommand(dataDir) : null, log })
  const values = createStoredValues({ db, clock })
  const installed = createInstalledPieces({
    ...deps,
    pool,
    isTaken: async (slug) => (await toolkits.providerOf(slug)) !== null,
  })
  let shipped: Promise<LoadedPiece[]> | null = null

  /** What comes with the product owns its slug, whatever was installed. */
  async function pieces(): Promise<ReadonlyMap<string, LoadedPiece>> {
    shipped ??= findShippedPieces((bundle, identity) => describeBundle(pool, bundle, identity), log)
    const all = [...(await installed.all()), ...(await shipped)]
    return new Map(all.map((piece) => [piece.entry.toolkit.slug, piece]))
  }

  const perform = createPerform({ pool, outbound, publicUrl, writesFor: values.writesFor })
  const provider = createPieceProvider({ pieces, perform, pool, db })
  if (deps.hasPieces) toolkits.registerProvider(provider)
  return {
    provider,
    appWebhooks: createAppWebhooks({ pieces, pool }),
    installed,
    userData: [values.userData],
    routes: [...installedRoutes(installed), ...offeredRoutes(createOfferedPieces(deps))],
    forgetPlace: values.forgetPlace,
    valuesOf: values.valuesOf,
    capabilities: {
      tools: async () => [
        {
          name: 'pieces',
          isLive: mayRun,
          isolation: 'process',
          isSealed: isSealable(),
          ...(mayRun
            ? {}
            : { lacks: 'a system on which a process can be sealed; STOA_ALLOW_UNSEALED=1 does without' }),
        },
      ],
    },
  }
}

export type Pieces = ReturnType<typeof createPieces>

type PiecesParts = Omit<PiecesDeps, 'registry'> & { npmRegistry: URL | null }

export const piecesArea = {
  manifest: piecesManifest,
  key: 'pieces',
  create: ({ npmRegistry, ...deps }: PiecesParts) =>
    createPieces({ ...deps, registry: deps.hasPieces ? npmRegistry : null }),
} as const
