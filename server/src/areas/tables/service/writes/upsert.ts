import { AppError } from '../../../../kernel/errors.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Collection } from '../../schema/collection.ts'
import type { Filter } from '../../schema/filter.ts'
import type { Data } from '../../schema/values.ts'
import { findByUnique, lockUpserts } from '../../store/constraints.ts'
import { listDocuments, listDocumentsById } from '../../store/read-documents.ts'
import type { Checked } from '../check-document.ts'
import { checkNames } from '../selection.ts'
import { hashOf, uniqueOwner } from './entries.ts'
import type { WriteSession } from './write-session.ts'

type UpsertContext = { session: WriteSession; scope: Scope; collection: Collection }
export type UpsertRow = { fields: readonly string[]; data: Data }

const keyOf = ({ fields, data }: UpsertRow) =>
  JSON.stringify([...fields].sort().map((name) => [name, data[name] ?? null]))

/** Serializes two writers that look for the same document. All locks in one statement and in one order. */
export async function holdUpserts(
  { session, scope, collection }: UpsertContext,
  rows: readonly UpsertRow[],
): Promise<void> {
  if (rows.length === 0) return
  await lockUpserts(session.tx, scope, collection.id, rows.map(keyOf))
}

/** The id of the one document with these values; null when there is none. */
export async function findForUpsert(
  { session, scope, collection }: UpsertContext,
  fields: readonly string[],
  { data }: Checked,
): Promise<string | null> {
  checkNames(fields, 'upsertOn', {
    collection,
    related: new Map(),
    now: session.at,
    actingUserId: scope.externalUser.id,
    isText: false,
  })
  const missing = fields.find((name) => data[name] === undefined)
  if (missing !== undefined) {
    throw new AppError('schema_violation', `${missing} is required to find the document`, {
      details: [{ in: 'body', path: `/${missing}`, rule: 'required', message: 'is named in upsertOn' }],
    })
  }
  const single = fields.length === 1 ? collection.fields.find(({ name }) => name === fields[0]) : undefined
  if (single?.unique) {
    const id = await findByUnique(session.tx, scope, collection.id, {
      fieldNumber: single.number,
      hash: hashOf(data[single.name]!),
      ownerId: uniqueOwner(collection, scope.externalUser.id),
    })
    // One that the caller may not see is not there; that its value is taken shows when it is to be written.
    const visible = id === null ? [] : await listDocumentsById(session.tx, scope, collection, [id])
    return visible[0]?.id ?? null
  }
  const filter: Filter = {
    kind: 'and',
    parts: fields.map((name) => ({
      kind: 'is',
      target: { kind: 'field', name, type: null },
      operator: '_eq',
      value: data[name],
    })),
  }
  const selection = { collection, filter, search: null, asOf: null }
  const slice = { sort: { parts: [], isIdDescending: false }, cursor: null, limit: 2, offset: 0 }
  const found = await listDocuments(session.tx, scope, selection, slice)
  if (found.length > 1) {
    throw new AppError(
      'ambiguous_upsert',
      `More than one document matches the upsert key ${fields.join(', ')}`,
      {
        facts: { documentIds: found.map(({ id }) => id) },
        hint: 'Add fields to upsertOn, or make the field unique.',
      },
    )
  }
  return found[0]?.id ?? null
}
