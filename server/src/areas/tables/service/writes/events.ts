import type { Collection } from '../../schema/collection.ts'
import type { Document } from '../../schema/document.ts'
import type { ChangeKind } from '../../store/feed.ts'

/** The content of a document is not in events: not all who read events may read tables. */
export const eventOf = (
  { id, slug }: Pick<Collection, 'id' | 'slug'>,
  kind: ChangeKind,
  document: Document,
) => ({
  type: `table.document.${kind}` as const,
  data: { collectionId: id, collectionSlug: slug, documentId: document.id, version: document.version },
})
