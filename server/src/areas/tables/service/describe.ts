import type { Queryable } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Field } from '../schema/field.ts'
import { listCollectionsById } from '../store/collection.ts'

/** The facts that a reader or writer of a collection needs about its documents. */
export type TableDescription = {
  id: string
  slug: string
  name: string
  description: string
  /** Whether documents may have other fields. */
  isOpen: boolean
  fields: (Pick<Field, 'name' | 'type' | 'required' | 'options'> & {
    description: string
    /** The slug of the collection that a relation points to. */
    target: string | null
  })[]
}

/** In the order of the ids. */
export async function describeCollections(
  q: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<TableDescription[]> {
  const found = new Map((await listCollectionsById(q, scope, ids)).map((each) => [each.id, each]))
  const targets = [...found.values()].flatMap(({ fields }) =>
    fields.flatMap(({ relation }) => relation?.collectionId ?? []),
  )
  const others = await listCollectionsById(
    q,
    scope,
    targets.filter((id) => !found.has(id)),
  )
  const slugs = new Map([...found.values(), ...others].map(({ id, slug }) => [id, slug]))
  return ids.flatMap((each) => {
    const collection = found.get(each)
    if (!collection) return []
    const { id, slug, name, description, mode, fields } = collection
    return {
      id,
      slug,
      name,
      description,
      isOpen: mode === 'flexible',
      fields: fields.map((field) => ({
        name: field.name,
        type: field.type,
        required: field.required,
        options: field.options,
        description: field.description ?? '',
        target: field.relation ? (slugs.get(field.relation.collectionId) ?? null) : null,
      })),
    }
  })
}
