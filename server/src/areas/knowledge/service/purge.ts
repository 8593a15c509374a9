import type { BlobGarbage } from '../../../kernel/blobs/garbage.ts'
import type { Db } from '../../../kernel/db/db.ts'
import type { RunKind } from '../../../kernel/runs/run.ts'
import type { Files } from '../../files/index.ts'
import { purgeChunks } from '../store/chunk.ts'
import { deleteCollection } from '../store/collection.ts'
import { listTexts } from '../store/user-data.ts'
import { purgeRun } from './collections.ts'
import { referrerOf } from './ingest.ts'

const batchSize = 2_000

export type PurgeDeps = { db: Db; garbage: BlobGarbage; files: Pick<Files, 'forgetReferrers'> }

/** Deletes what a deleted collection has left; every part can be done again from the start. */
export const purgeJob = ({ db, garbage, files }: PurgeDeps): RunKind => ({
  kind: purgeRun,
  async handle({ run, scope, signal }) {
    const { collectionId: id } = run.input as { collectionId: string }
    const collection = { projectId: run.projectId, id }
    while (!signal.aborted && (await purgeChunks(db, collection, batchSize)) > 0);
    if (signal.aborted) return
    await db.tx(async (tx) => {
      const texts = await listTexts(tx, collection)
      await garbage.discardAll(
        tx,
        texts.flatMap(({ blobs }) => blobs),
      )
      const { kind } = referrerOf(id, '')
      await files.forgetReferrers(
        tx,
        scope,
        kind,
        texts.map(({ key }) => referrerOf(id, key).id),
      )
      await deleteCollection(tx, scope, id)
    })
  },
})
