import type { Log } from '../../../kernel/log.ts'
import { createAppWebhooks } from './app-webhook.ts'
import { describeBundle } from './describe-bundle.ts'
import { isSealable, pieceProcessCommand } from './host/command.ts'
import { createPiecePool } from './host/pool.ts'
import { createInstalledPieces, type InstalledDeps } from './installed.ts'
import { createKeptValues } from './kept-values.ts'
import { createOfferedPieces } from './offered.ts'
import { createPerform, type LoadedPiece } from './perform.ts'
import { createPieceProvider } from './provider.ts'
import { findShippedPieces } from './shipped.ts'

export type PiecesDeps = Omit<InstalledDeps, 'pool'> & {
  log: Log
  publicUrl: URL
  /** Programs of the processes are kept below it. */
  dataDir: string
  /** Run also where the platform cannot close a process; for development on other systems only. */
  allowUnsealed: boolean
}

/**
 * Integrations that others wrote, each a bundle of its own that runs in a process with no way out but the server's own
 * client. Nothing is started or read before somebody asks for it.
 */
export function createPieces(deps: PiecesDeps) {
  const { db, clock, log, outbound, publicUrl, dataDir, allowUnsealed } = deps
  const mayRun = isSealable() || allowUnsealed
  const pool = createPiecePool({ command: mayRun ? () => pieceProcessCommand(dataDir) : null, log })
  const values = createKeptValues({ db, clock })
  const installed = createInstalledPieces({ ...deps, pool })
  let shipped: Promise<LoadedPiece[]> | null = null

  /** What comes with the product keeps its slug, whatever was installed. */
  async function pieces(): Promise<ReadonlyMap<string, LoadedPiece>> {
    shipped ??= findShippedPieces((bundle, identity) => describeBundle(pool, bundle, identity), log)
    const all = [...(await installed.all()), ...(await shipped)]
    return new Map(all.map((piece) => [piece.entry.toolkit.slug, piece]))
  }

  const perform = createPerform({ pool, outbound, publicUrl, writesFor: values.writesFor })
  return {
    provider: createPieceProvider({ pieces, perform, pool, db }),
    appWebhooks: createAppWebhooks({ pieces, pool }),
    installed,
    offered: createOfferedPieces(deps),
    owned: values.owned,
    forgetPlace: values.forgetPlace,
    /** For the list of what this server can do. */
    drivers: async () => [
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
  }
}
