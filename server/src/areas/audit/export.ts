import { csvLines } from '../../kernel/text/csv.ts'
import type { AuditEntry, AuditQuery } from './schema.ts'

export type ExportFormat = Exclude<AuditQuery['format'], 'json'>

const columns: readonly (readonly [name: string, cellOf: (entry: AuditEntry) => unknown])[] = [
  ['id', ({ id }) => id],
  ['createdAt', ({ createdAt }) => createdAt],
  ['action', ({ action }) => action],
  ['actorKind', ({ actor }) => actor.kind],
  ['actorId', ({ actor }) => actor.id],
  ['actorAccountId', ({ actor }) => actor.accountId],
  ['targetType', ({ target }) => target.type],
  ['targetId', ({ target }) => target.id],
  ['ip', ({ ip }) => ip],
  ['requestId', ({ requestId }) => requestId],
  ['details', ({ details }) => details],
]

const csvHead = csvLines([columns.map(([name]) => name)])
const csvOf = (entries: readonly AuditEntry[]): string =>
  csvLines(entries.map((entry) => columns.map(([, cellOf]) => cellOf(entry))))
const jsonlOf = (entries: readonly AuditEntry[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')

/** CSV for spreadsheets; in JSONL each line is an entry as the list returns it. */
export async function* exportLines(
  batches: AsyncIterable<AuditEntry[]>,
  format: ExportFormat,
): AsyncGenerator<string> {
  if (format === 'csv') yield csvHead
  for await (const entries of batches) yield format === 'csv' ? csvOf(entries) : jsonlOf(entries)
}
