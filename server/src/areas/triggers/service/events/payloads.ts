import type { Tx } from '../../../../kernel/db/db.ts'
import { type ProjectEvent, toPayload } from '../../../../kernel/events/event.ts'
import type { Tables } from '../../../tables/index.ts'

export type EventPayload = ReturnType<typeof toPayload>

const isOfDocument = ({ type }: ProjectEvent) => type.startsWith('table.document.')
const refOf = ({ data }: ProjectEvent) => ({
  collectionId: String(data.collectionId),
  id: String(data.documentId),
  version: Number(data.version),
})
type Ref = ReturnType<typeof refOf>
const keyOf = ({ collectionId, id, version }: Ref): string => `${collectionId}/${id}/${version}`

/** What executions are given of events: those of documents with the document, which events themselves do not have. */
export async function payloadsOf(
  { documentsAt }: Pick<Tables, 'documentsAt'>,
  tx: Tx,
  projectId: string,
  events: readonly ProjectEvent[],
): Promise<Map<ProjectEvent, EventPayload>> {
  const refs = events.filter(isOfDocument).map(refOf)
  const documents = refs.length === 0 ? [] : await documentsAt(tx, projectId, refs)
  const byKey = new Map(documents.map((document) => [keyOf(document as Ref), document]))
  return new Map(
    events.map((event) => {
      const payload = toPayload(event)
      if (!isOfDocument(event)) return [event, payload]
      const document = byKey.get(keyOf(refOf(event))) ?? null
      return [event, { ...payload, data: { ...payload.data, document } }]
    }),
  )
}
