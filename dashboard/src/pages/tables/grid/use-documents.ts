import type { Stoa, TableDocument } from '@stoa/sdk'
import { keepPreviousData, useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { actAs } from '../../../features/end-users/act-as.ts'
import { documentsPath } from '../../../features/tables/tables-api.ts'
import { useProject } from '../../../project.ts'

// The page size limit of the server.
const chunk = 100

export type DocumentQuery = {
  filter: string | undefined
  q: string | undefined
  sort: string | undefined
  expand: readonly string[] | undefined
}

type Chunk = { rows: TableDocument[]; total: number; isExact: boolean }

async function readChunk(
  api: Stoa,
  id: string,
  rowQuery: DocumentQuery,
  at: number,
  signal: AbortSignal,
): Promise<Chunk> {
  let isExact = true
  const { data, total } = await actAs(api).page(documentsPath, {
    params: { id },
    query: { ...rowQuery, offset: at * chunk, limit: chunk },
    signal,
    onResponse: ({ headers }) => {
      isExact = headers.get('x-total-accuracy') !== 'at-least'
    },
  })
  return { rows: data as TableDocument[], total, isExact }
}

/**
 * The rows around what is looked at, read in pieces as they come into view. However long the table is, only those
 * pieces are here.
 */
export function useDocuments(id: string, rowQuery: DocumentQuery, seen: { first: number; last: number }) {
  const { api, project } = useProject()
  const from = Math.max(0, Math.floor(seen.first / chunk))
  const to = Math.max(from, Math.floor(seen.last / chunk))
  const chunkIndexes = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const results = useQueries({
    queries: chunkIndexes.map((chunkIndex) => ({
      queryKey: [project.id, 'documents', id, 'rows', rowQuery, chunkIndex],
      queryFn: ({ signal }: { signal: AbortSignal }) => readChunk(api, id, rowQuery, chunkIndex, signal),
      // A page of the previous query may be shown in the same position, never in another one.
      ...(chunkIndex === 0 ? { placeholderData: keepPreviousData } : {}),
    })),
  })
  const found = results.find(({ data }) => data)?.data
  // Between two pieces nothing is here for a moment: the length stays what it was.
  const [known, setKnown] = useState<{ total: number; isExact: boolean } | null>(null)
  if (found && (known?.total !== found.total || known.isExact !== found.isExact))
    setKnown({ total: found.total, isExact: found.isExact })
  return {
    total: known?.total,
    isExact: known?.isExact ?? true,
    error: results.find(({ error }) => error)?.error ?? null,
    isStale: results.some(({ isPlaceholderData }) => isPlaceholderData),
    rows: results.flatMap(({ data }) => data?.rows ?? []),
    rowAt: (index: number): TableDocument | undefined =>
      results[Math.floor(index / chunk) - from]?.data?.rows[index % chunk],
    refetch: () => Promise.all(results.map((result) => result.refetch())),
  }
}

/** Puts changed rows where the old ones are shown, without asking for all of them again. */
export function useReplaceDocuments(id: string) {
  const { project } = useProject()
  const client = useQueryClient()
  return (documents: ReadonlyMap<string, TableDocument>) =>
    client.setQueriesData<Chunk>({ queryKey: [project.id, 'documents', id, 'rows'] }, (old) => {
      if (!old?.rows.some((row) => documents.has(row.id))) return old
      return { ...old, rows: old.rows.map((row) => newerOf(row, documents.get(row.id))) }
    })
}

/** A response that was overtaken by a newer one is ignored; expanded relations come with the next read. */
const newerOf = (row: TableDocument, next: TableDocument | undefined): TableDocument =>
  next && row.version < next.version ? { ...next, expand: row.expand } : row
