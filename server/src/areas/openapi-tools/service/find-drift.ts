import type { Outbound } from '../../../kernel/net/outbound.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Drift, ProjectToolkit, SourceRecords } from '../../toolkits/index.ts'
import { fetchDescription } from './import-source.ts'
import { isMoved } from './imported.ts'
import type { RenewedDigest } from './renewed-digest.ts'

export type FindDriftDeps = {
  outbound: Outbound
  renewedDigest: RenewedDigest
  records: Pick<SourceRecords, 'destinationsOf'>
}

/** Compares what the origin publishes now with the version in force. Null where only words differ: no call could notice. */
export function createFindDrift({ outbound, renewedDigest, records }: FindDriftDeps) {
  return async (scope: Scope, toolkit: ProjectToolkit): Promise<Drift | null> => {
    const { sourceUrl, selection } = toolkit
    const text = await fetchDescription({ outbound }, sourceUrl!)
    const { read, isSame } = await renewedDigest(scope, toolkit, { text, sourceUrl, selection })
    if (isSame) return null
    const changes = read.changes ?? { added: [], removed: [], changed: [] }
    const newHosts = isMoved(records, read) ? [...read.declared.allowedHosts] : []
    const count = changes.added.length + changes.removed.length + changes.changed.length
    if (count + newHosts.length === 0) return null
    return { sha256: read.sha256, apiVersion: read.apiVersion, changes, newHosts }
  }
}

export type FindDrift = ReturnType<typeof createFindDrift>
