import type { Tx } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Field } from '../../schema/field.ts'
import type { Data } from '../../schema/values.ts'
import { listCollectionsById } from '../../store/collection.ts'
import { holdTargets } from '../../store/constraints.ts'
import { type FileUse, missingFiles } from '../file-fields.ts'

type Pointing = { data: Data; fields: readonly Field[] }

export const isPointer = ({ relation, type }: Field): boolean => relation !== undefined || type === 'file'

/** What relations and file fields point at must be there, and stays until the transaction ends. */
export function createPointerCheck({ tx, scope, files }: { tx: Tx; scope: Scope; files: FileUse }) {
  /** Faults of relations that lead nowhere, by the number of the row. */
  async function checkTargets(by: Scope, rows: readonly { data: Data; fields: readonly Field[] }[]) {
    const requested = new Map<string, Set<string>>()
    for (const { data, fields } of rows) {
      for (const field of fields) {
        const id = data[field.name]
        if (!field.relation || typeof id !== 'string') continue
        const ids = requested.get(field.relation.collectionId) ?? new Set()
        requested.set(field.relation.collectionId, ids.add(id))
      }
    }
    const targets = await listCollectionsById(tx, by, [...requested.keys()])
    const held = new Map<string, Set<string>>()
    for (const target of targets.sort((a, b) => (a.id < b.id ? -1 : 1)))
      held.set(target.id, await holdTargets(tx, by, target, [...requested.get(target.id)!]))
    return rows.map(({ data, fields }) =>
      fields.filter((field) => {
        const id = data[field.name]
        return field.relation && typeof id === 'string' && !held.get(field.relation.collectionId)?.has(id)
      }),
    )
  }

  /** For each row of one writer what is wrong with those of its fields that point at something. */
  async function danglingOf(by: Scope, rows: readonly Pointing[]): Promise<(AppError | null)[]> {
    const relations = rows.map(({ data, fields }) => ({
      data,
      fields: fields.filter(({ relation }) => relation),
    }))
    const targets = relations.some(({ fields }) => fields.length > 0) ? await checkTargets(by, relations) : []
    const lostFiles = await missingFiles(files, tx, by, rows)
    return rows.map((_, i) => {
      const [target] = targets[i] ?? []
      if (target) return dangling(targets[i]!, 'document')
      return lostFiles[i]!.length > 0 ? dangling(lostFiles[i]!, 'file') : null
    })
  }

  /** For rows of several writers: each may point at what its writer sees. Null where nothing is wrong. */
  return async function danglingIn(
    rows: readonly (Pointing & { by?: Scope | undefined })[],
  ): Promise<(AppError | null)[]> {
    const faults: (AppError | null)[] = rows.map(() => null)
    const pointing = [...rows.entries()].filter(([, { fields }]) => fields.some(isPointer))
    for (const [by, group] of Map.groupBy(pointing, ([, row]) => row.by ?? scope))
      for (const [at, fault] of (
        await danglingOf(
          by,
          group.map(([, row]) => row),
        )
      ).entries())
        faults[group[at]![0]] = fault
    return faults
  }
}

const dangling = (fields: readonly Field[], what: 'document' | 'file') =>
  new AppError('schema_violation', `${fields[0]!.name} refers to a ${what} that does not exist`, {
    details: fields.map(({ name }) => ({
      in: 'body' as const,
      path: `/${name}`,
      rule: what === 'file' ? 'file' : 'relation',
      message: `refers to a ${what} that does not exist`,
    })),
  })
