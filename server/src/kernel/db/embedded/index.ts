import { locateBinaries } from './binaries/binaries.ts'
import { tryBinaries } from './check.ts'
import { type EmbeddedServer, joinServer, type OnNotice } from './membership.ts'

export { embeddedPaths } from './machine/paths.ts'
/**
 * The embedded PostgreSQL server, for installations without a database URL: its binaries come with npm, its files are
 * in the data directory, and only this user can connect to it. Any number of processes may share one data
 * directory: the first starts the server, the last to leave stops it, and the caller that notices that it died starts
 * it again. It never listens on the network, never runs as root, and never gives up durability for speed.
 */
export type { EmbeddedServer } from './membership.ts'
export { embeddedStatus } from './status.ts'

/** Outside the homes of people, because users without rights must be able to come to it. */
const sharedCopyDir = '/var/cache/stoa'

type JoinOptions = {
  dataDir: string
  onNotice: OnNotice
  /** Only for the server of a test run, which goes with its data. */
  throwawaySettings?: Readonly<Record<string, string>>
  /** Called when the first program of the database was started, and waiting for it begins. */
  onSpawn?: (() => void) | undefined
}

/** Throws a `StartFault` for everything that the operator has to fix. */
export async function joinEmbedded(options: JoinOptions): Promise<EmbeddedServer> {
  // Checked here as well, because nothing below works on Windows.
  locateBinaries()
  return joinServer({ ...options, locate: locateBinaries, sharedCopyDir })
}

/** For the doctor: whether the binaries run here, and what to do if not. */
export const checkBinaries = () => tryBinaries({ sharedCopyDir })
