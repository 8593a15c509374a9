import { createHash } from 'node:crypto'
import { NIL_UUID } from '../../../../kernel/ids.ts'
import type { Collection } from '../../schema/collection.ts'
import type { Document } from '../../schema/document.ts'
import type { Field } from '../../schema/field.ts'
import type { Json } from '../../schema/values.ts'
import type { Link, UniqueEntry } from '../../store/constraints.ts'

export const hashOf = (value: Json): Buffer => createHash('sha256').update(JSON.stringify(value)).digest()

/**
 * The owner within whom a value is unique. If only owners see a document it is each of them: to refuse a value because
 * another owner has it would reveal that they have it. Otherwise all see it, and it is unique in the collection.
 */
export const uniqueOwner = ({ access }: Pick<Collection, 'access'>, ownerId: string): string =>
  access === 'owner' ? ownerId : NIL_UUID

export const uniqueEntries = (
  { fields, access }: Pick<Collection, 'fields' | 'access'>,
  { id, data, ownerId }: Document,
): UniqueEntry[] =>
  fields
    .filter(({ unique, name }) => unique && data[name] !== undefined)
    .map(({ number, name }) => ({
      fieldNumber: number,
      hash: hashOf(data[name]!),
      documentId: id,
      ownerId: uniqueOwner({ access }, ownerId),
    }))

export const linksOf = ({ fields }: Pick<Collection, 'fields'>, { id, data }: Document): Link[] =>
  fields.flatMap(({ relation, number, name }) => {
    const targetId = data[name]
    return relation && typeof targetId === 'string'
      ? [{ documentId: id, fieldNumber: number, targetCollectionId: relation.collectionId, targetId }]
      : []
  })

/** A field whose value is the id of another row, which must exist. */
export const isPointer = ({ relation, type }: Field): boolean => relation !== undefined || type === 'file'
