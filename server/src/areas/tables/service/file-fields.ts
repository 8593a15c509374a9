import type { Statement, Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Files } from '../../files/index.ts'
import type { Collection } from '../schema/collection.ts'
import type { Document } from '../schema/document.ts'
import type { Field } from '../schema/field.ts'
import type { Data } from '../schema/values.ts'

export type FileUse = Pick<
  Files,
  'checkAccess' | 'demandReadable' | 'listReadable' | 'changeReferences' | 'forgetReferrers'
>

const kind = 'table_document'
const referrerOf = (collectionId: string, id: string) => ({ kind, id: `${collectionId}/${id}` })

/** The files that a document names, each once. */
export const filesOf = (
  { fields }: Pick<Collection, 'fields'>,
  { data }: Pick<Document, 'data'>,
): string[] => {
  const ids = fields.filter(({ type }) => type === 'file').map(({ name }) => data[name])
  return [...new Set(ids.filter((id) => typeof id === 'string'))]
}

/** Of each row the fields that name a file which is not there, or not for the caller to read. */
export async function missingFiles(
  files: FileUse,
  tx: Tx,
  scope: Scope,
  rows: readonly { data: Data; fields: readonly Field[] }[],
): Promise<Field[][]> {
  const referenced = new Set(rows.flatMap(({ data, fields }) => filesOf({ fields: [...fields] }, { data })))
  if (referenced.size === 0) return rows.map(() => [])
  const readable = await files.listReadable(tx, scope, [...referenced])
  return rows.map(({ data, fields }) =>
    fields.filter(({ type, name }) => {
      const id = data[name]
      return type === 'file' && typeof id === 'string' && !readable.has(id)
    }),
  )
}

/** The statements that store which documents use which files. */
export function changeFiles(
  files: FileUse,
  scope: Scope,
  collectionId: string,
  rows: readonly { id: string; before: readonly string[]; after: readonly string[] }[],
): Statement[] {
  const uses = (of: (row: (typeof rows)[number]) => readonly string[]) =>
    rows.flatMap((row) => of(row).map((fileId) => ({ fileId, ...referrerOf(collectionId, row.id) })))
  const added = uses(({ before, after }) => after.filter((id) => !before.includes(id)))
  const removed = uses(({ before, after }) => before.filter((id) => !after.includes(id)))
  return files.changeReferences(scope, { added, removed })
}

export const forgetFiles = (
  files: FileUse,
  tx: Tx,
  scope: Scope,
  collectionId: string,
  ids: readonly string[],
): Promise<void> =>
  files.forgetReferrers(
    tx,
    scope,
    kind,
    ids.map((id) => referrerOf(collectionId, id).id),
  )
