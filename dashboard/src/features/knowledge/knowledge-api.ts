import { writeFilters } from '../../filters.ts'
import { href } from '../../href.ts'
import { knowledgeRoutes } from '../../pages/knowledge/routes.ts'

export const collectionsPath = '/api/v1/knowledge/collections'
export const collectionPath = '/api/v1/knowledge/collections/{id}'
export const exposePath = '/api/v1/knowledge/collections/{id}/expose-mcp'
export const sourcesPath = '/api/v1/knowledge/collections/{id}/sources'
export const sourcePath = '/api/v1/knowledge/collections/{id}/sources/{sourceKey}'
export const sourceTextPath = '/api/v1/knowledge/collections/{id}/sources/{sourceKey}/text'
export const reindexPath = '/api/v1/knowledge/collections/{id}/sources/{sourceKey}/reindex'
export const jobEventsPath = '/api/v1/knowledge/collections/{id}/jobs/{jobId}/events'
export const cancelPath = '/api/v1/knowledge/collections/{id}/sources/{sourceKey}/cancel'
export const ingestTextPath = '/api/v1/knowledge/collections/{id}/ingest/text'
export const ingestFilePath = '/api/v1/knowledge/collections/{id}/ingest/file'
export const ingestUrlPath = '/api/v1/knowledge/collections/{id}/ingest/url'
export const previewCrawlPath = '/api/v1/knowledge/collections/{id}/ingest/url/preview'
export const searchPath = '/api/v1/knowledge/collections/{id}/search'
export const chunksPath = '/api/v1/knowledge/collections/{id}/chunks'
export const chunkPath = '/api/v1/knowledge/collections/{id}/chunks/{chunkId}'
export const generationsPath = '/api/v1/knowledge/collections/{id}/generations'
export const generationPath = '/api/v1/knowledge/collections/{id}/generations/{generation}'
export const switchPath = '/api/v1/knowledge/collections/{id}/generations/{generation}/switch'
export const resumePath = '/api/v1/knowledge/collections/{id}/generations/{generation}/resume'
export const rollbackPath = '/api/v1/knowledge/collections/{id}/rollback'
export const evalsPath = '/api/v1/knowledge/collections/{id}/evals'
export const testPath = '/api/v1/knowledge/collections/{id}/evals/{testId}'
export const importTestsPath = '/api/v1/knowledge/collections/{id}/evals/import'
export const evalRunPath = '/api/v1/knowledge/collections/{id}/evals/run'
export const evalRunsPath = '/api/v1/knowledge/collections/{id}/evals/runs'
export const evalResultsPath = '/api/v1/knowledge/collections/{id}/evals/runs/{evalRunId}/results'

export const collectionUrl = (id: string): string => href(knowledgeRoutes.sources, { id })

/** The page of a source, at one of its chunks. */
export const sourceUrl = (id: string, sourceKey: string, chunkId?: string): string =>
  href(knowledgeRoutes.source, { id }) + writeFilters({ key: sourceKey, chunk: chunkId })
