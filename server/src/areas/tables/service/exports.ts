import { Readable } from 'node:stream'
import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { readBatches } from '../../../kernel/db/rows/read-batches.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { csvLines } from '../../../kernel/text/csv.ts'
import type { Collection } from '../schema/collection.ts'
import { type Document, type ExportQuery, flat } from '../schema/document.ts'
import { readCursor, type Sort } from '../schema/sort.ts'
import { listDocuments, type Selection } from '../store/read-documents.ts'
import { getCollection } from './access.ts'
import { checkNames, cursorBehind, parseSelection } from './selection.ts'

const pageSize = 500

/** Everything that a filter finds, page by page as the reader takes it. */
export function createExportService({ db, clock }: { db: Db; clock: Clock }) {
  const pages = (scope: Scope, selection: Selection, sort: Sort): AsyncGenerator<Document[]> =>
    readBatches(pageSize, (last: Document | null) => {
      const cursor = last && readCursor(cursorBehind(sort, last), sort)
      return listDocuments(db, scope, selection, { sort, cursor, limit: pageSize, offset: 0 })
    })

  return {
    async open(
      scope: Scope,
      reference: string,
      query: ExportQuery,
    ): Promise<{ body: Readable; fileName: string }> {
      const collection = await getCollection(db, scope, reference)
      // The oldest first, so that what is added meanwhile comes at the end and nothing is missed.
      const request = { ...query, sort: query.sort ?? 'createdAt:asc' }
      const { selection, sort, context } = await parseSelection(db, clock, scope, collection, request, true)
      if (query.picked) checkNames(query.picked, 'fields', context)
      const found = pages(scope, selection, sort)
      const lines =
        query.format === 'csv' ? csvPages(collection, found, query.picked) : jsonLines(found, query.picked)
      return {
        body: Readable.from(lines, { objectMode: false }),
        fileName: `${collection.slug}.${query.format}`,
      }
    },
  }
}

export type ExportService = ReturnType<typeof createExportService>

async function* jsonLines(
  pages: AsyncIterable<Document[]>,
  picked: string[] | undefined,
): AsyncGenerator<string> {
  for await (const page of pages) {
    yield page
      .map((document) => {
        const all: Record<string, unknown> = flat(document)
        const visible = picked ? Object.fromEntries(picked.map((name) => [name, all[name] ?? null])) : all
        return `${JSON.stringify(visible)}\n`
      })
      .join('')
  }
}

/** The columns are the declared fields and what the first page has besides: a file has one first line. */
async function* csvPages(
  { fields }: Collection,
  pages: AsyncIterable<Document[]>,
  picked: string[] | undefined,
): AsyncGenerator<string> {
  const declared = ['id', ...fields.map(({ name }) => name)]
  const system = ['ownerId', 'createdAt', 'updatedAt', 'version']
  let columns: string[] | null = null
  for await (const page of pages) {
    if (columns === null) {
      const free = page.flatMap(({ data }) => Object.keys(data))
      columns = picked ?? [...new Set([...declared, ...free, ...system])]
      yield csvLines([columns])
    }
    const names: string[] = columns
    const rows = page.map((document) => {
      const all: Record<string, unknown> = flat(document)
      return names.map((name) => all[name])
    })
    yield csvLines(rows)
  }
  if (columns === null) yield csvLines([picked ?? [...declared, ...system]])
}
