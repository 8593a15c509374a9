import type { Db } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { ProjectToolkit, Selection, Toolkits } from '../../toolkits/index.ts'
import type { Digest } from '../digest/digest.ts'
import type { DigestWorkerClient } from '../digest/digest-worker-client.ts'
import { findContent } from '../store/document.ts'
import { openOptionsFor, unpacked } from './opened-documents.ts'

type RenewedDigestDeps = { db: Db; toolkits: Pick<Toolkits, 'providerOf'>; digest: DigestWorkerClient }

/** A description that may take the place of the one in force. */
export type Renewed = {
  readonly text: string
  readonly sourceUrl: string | null
  readonly selection: Selection
}

export type RenewedDigest = (
  scope: Scope,
  toolkit: ProjectToolkit,
  renewed: Renewed,
) => Promise<{ read: Digest; isSame: boolean }>

/** Reads a description beside the one in force, whether that is the project's or came with the product. */
export function createRenewedDigest({ db, toolkits, digest }: RenewedDigestDeps): RenewedDigest {
  async function previousOf(scope: Scope, toolkit: ProjectToolkit) {
    const options = openOptionsFor(toolkit, toolkit.version)
    if (!toolkit.isOwn && !toolkit.isRefreshed) {
      const provider = await toolkits.providerOf(toolkit.slug)
      const json = await provider?.readDescription?.(toolkit.slug)
      return json ? { json, sha256: null, options } : null
    }
    const found = await findContent(db, scope, toolkit.id, toolkit.version)
    return found && { json: await unpacked(found.content), sha256: found.sha256, options }
  }

  return async (scope, toolkit, { text, sourceUrl, selection }) => {
    const previous = await previousOf(scope, toolkit)
    const options = { ...openOptionsFor(toolkit, toolkit.version), origin: sourceUrl, selection }
    const read = await digest(scope.projectId, { text, options, previous, isCarriedOver: !toolkit.isOwn })
    const isSame =
      previous?.sha256 === read.sha256 && JSON.stringify(selection) === JSON.stringify(toolkit.selection)
    return { read, isSame }
  }
}
