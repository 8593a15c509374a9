import { AppError } from '../../../../kernel/errors.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Llm } from '../../../llm/index.ts'
import type { SearchMode } from '../../schema/search.ts'
import { unit } from '../../vector-index/half-floats.ts'
import { hasVectors, unavailable } from '../embed-chunks.ts'

export type QueryVector = {
  vector: Float32Array | null
  /** Whether the query should have one and its model did not respond. */
  isMissing: boolean
}

const none: QueryVector = { vector: null, isMissing: false }

/** The vector of a query. Without one a hybrid search finds by words; a search by vectors alone fails. */
export async function queryVectorOf(
  { llm }: { llm: Pick<Llm, 'embeddings'> },
  scope: Scope,
  { model, query, mode }: { model: string; query: string; mode: SearchMode },
  signal: AbortSignal,
): Promise<QueryVector> {
  if (mode === 'keyword') return none
  if (mode === 'hybrid' && !hasVectors({ llm }, model)) return none
  try {
    return { vector: unit(await llm.embeddings.embedQuery(scope, model, query, signal)), isMissing: false }
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError)) throw error
    if (mode === 'vector') throw error.status >= 500 ? unavailable(model, error) : error
    return { vector: null, isMissing: true }
  }
}
