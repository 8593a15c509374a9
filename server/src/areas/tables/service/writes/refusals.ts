import type { Detail, Reason } from '../../../../kernel/db/plan/demand.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { Collection } from '../../schema/collection.ts'
import type { Field } from '../../schema/field.ts'

/** The errors for documents that the database refuses. */
export const documentRefusal =
  (collection: Collection) =>
  (reason: Reason, { rows = [] }: Detail): AppError => {
    const numbers = new Set(rows.map(({ field }) => field))
    const fields = collection.fields.filter(({ number }) => numbers.has(number))
    if (reason === 'schema_violation') return dangling(fields, 'document')
    if (reason === 'file_not_found') return dangling(fields, 'file')
    return reason === 'unique_violation'
      ? uniqueViolation(fields.at(-1)!)
      : collectionFull(collection.maxDocuments)
  }

const uniqueViolation = ({ name }: Field): AppError =>
  new AppError('unique_violation', `Another document already has this ${name}`, {
    details: [{ in: 'body', path: `/${name}`, rule: 'unique', message: 'must be unique' }],
    facts: { field: name },
    hint: 'Use upsertOn to update the existing document.',
  })

const collectionFull = (most: number) =>
  new AppError('collection_full', `The collection has reached its limit of ${most} documents`, {
    facts: { maxDocuments: most },
    hint: 'Delete documents, or raise maxDocuments of the collection.',
  })

const dangling = (fields: readonly Field[], target: 'document' | 'file') =>
  new AppError('schema_violation', `${fields[0]!.name} refers to a ${target} that does not exist`, {
    details: fields.map(({ name }) => ({
      in: 'body' as const,
      path: `/${name}`,
      rule: target === 'file' ? 'file' : 'relation',
      message: `refers to a ${target} that does not exist`,
    })),
  })
