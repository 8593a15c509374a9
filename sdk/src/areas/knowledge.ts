// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { EventOptions, Stoa } from '../stoa.ts'

/** List knowledge collections. */
export const list = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/knowledge/collections', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/knowledge/collections', { ...options, query })

/** List knowledge collections. Every one, page after page. */
export const listAll = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/knowledge/collections', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/knowledge/collections', { ...options, query })

/** Create a knowledge collection. */
export const create = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/knowledge/collections', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/knowledge/collections', { ...options, body })

/** Get a knowledge collection. */
export const get = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/knowledge/collections/{id}', { ...options, params: { id } })

/** Update a knowledge collection. */
export const update = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/knowledge/collections/{id}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/knowledge/collections/{id}', { ...options, params: { id }, body })

/** Delete a knowledge collection. */
export const remove = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/knowledge/collections/{id}', { ...options, params: { id } })

/** Expose a knowledge collection over MCP. */
export const exposeMcp = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/knowledge/collections/{id}/expose-mcp', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/knowledge/collections/{id}/expose-mcp', { ...options, params: { id }, body })

/** List generations of a knowledge collection. */
export const listGenerations = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/knowledge/collections/{id}/generations', { ...options, params: { id } })

/** Create a generation of a knowledge collection. */
export const createGeneration = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/knowledge/collections/{id}/generations', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/knowledge/collections/{id}/generations', { ...options, params: { id }, body })

/** Get a generation. */
export const getGeneration = (stoa: Stoa, id: string, generation: string, options?: CallOptions) =>
  stoa.get('/api/v1/knowledge/collections/{id}/generations/{generation}', { ...options, params: { id, generation } })

/** Cancel or discard a generation. */
export const removeGeneration = (stoa: Stoa, id: string, generation: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/knowledge/collections/{id}/generations/{generation}', { ...options, params: { id, generation } })

/** Switch to a generation. */
export const switchToGeneration = (stoa: Stoa, id: string, generation: string, options?: WriteOptions) =>
  stoa.post('/api/v1/knowledge/collections/{id}/generations/{generation}/switch', { ...options, params: { id, generation } })

/** Resume a generation that has failed. */
export const resumeGeneration = (stoa: Stoa, id: string, generation: string, options?: WriteOptions) =>
  stoa.post('/api/v1/knowledge/collections/{id}/generations/{generation}/resume', { ...options, params: { id, generation } })

/** Roll back to the previous generation. */
export const rollback = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.post('/api/v1/knowledge/collections/{id}/rollback', { ...options, params: { id } })

/** List retrieval tests. */
export const listEvals = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/knowledge/collections/{id}/evals', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/knowledge/collections/{id}/evals', { ...options, params: { id }, query })

/** List retrieval tests. Every one, page after page. */
export const listEvalsAll = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/knowledge/collections/{id}/evals', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/knowledge/collections/{id}/evals', { ...options, params: { id }, query })

/** Create retrieval tests. */
export const createEvals = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/knowledge/collections/{id}/evals', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/knowledge/collections/{id}/evals', { ...options, params: { id }, body })

/** Import retrieval tests. */
export const importEvals = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/knowledge/collections/{id}/evals/import', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/knowledge/collections/{id}/evals/import', { ...options, params: { id }, body })

/** Get a retrieval test. */
export const getEval = (stoa: Stoa, id: string, testId: string, options?: CallOptions) =>
  stoa.get('/api/v1/knowledge/collections/{id}/evals/{testId}', { ...options, params: { id, testId } })

/** Update a retrieval test. */
export const updateEval = (
  stoa: Stoa,
  id: string,
  testId: string,
  body: BodyOf<'/api/v1/knowledge/collections/{id}/evals/{testId}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/knowledge/collections/{id}/evals/{testId}', { ...options, params: { id, testId }, body })

/** Delete a retrieval test. */
export const removeEval = (stoa: Stoa, id: string, testId: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/knowledge/collections/{id}/evals/{testId}', { ...options, params: { id, testId } })

/** Run an eval. */
export const runEval = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/knowledge/collections/{id}/evals/run', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/knowledge/collections/{id}/evals/run', { ...options, params: { id }, body })

/** List evals. */
export const listEvalRuns = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/knowledge/collections/{id}/evals/runs', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/knowledge/collections/{id}/evals/runs', { ...options, params: { id }, query })

/** List evals. Every one, page after page. */
export const listEvalRunsAll = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/knowledge/collections/{id}/evals/runs', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/knowledge/collections/{id}/evals/runs', { ...options, params: { id }, query })

/** Get an eval. */
export const getEvalRun = (stoa: Stoa, id: string, evalRunId: string, options?: CallOptions) =>
  stoa.get('/api/v1/knowledge/collections/{id}/evals/runs/{evalRunId}', { ...options, params: { id, evalRunId } })

/** List results of an eval. */
export const listEvalRunResults = (
  stoa: Stoa,
  id: string,
  evalRunId: string,
  query?: QueryOf<'/api/v1/knowledge/collections/{id}/evals/runs/{evalRunId}/results', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/knowledge/collections/{id}/evals/runs/{evalRunId}/results', { ...options, params: { id, evalRunId }, query })

/** List results of an eval. Every one, page after page. */
export const listEvalRunResultsAll = (
  stoa: Stoa,
  id: string,
  evalRunId: string,
  query?: QueryOf<'/api/v1/knowledge/collections/{id}/evals/runs/{evalRunId}/results', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/knowledge/collections/{id}/evals/runs/{evalRunId}/results', { ...options, params: { id, evalRunId }, query })

/** Cancel an eval. */
export const cancelEvalRun = (stoa: Stoa, id: string, evalRunId: string, options?: WriteOptions) =>
  stoa.post('/api/v1/knowledge/collections/{id}/evals/runs/{evalRunId}/cancel', { ...options, params: { id, evalRunId } })

/** Ingest a text. */
export const ingestText = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/knowledge/collections/{id}/ingest/text', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/knowledge/collections/{id}/ingest/text', { ...options, params: { id }, body })

/** Ingest a file. */
export const ingestFile = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/knowledge/collections/{id}/ingest/file', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/knowledge/collections/{id}/ingest/file', { ...options, params: { id }, body })

/** Ingest a page or crawl a site. */
export const ingestUrl = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/knowledge/collections/{id}/ingest/url', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/knowledge/collections/{id}/ingest/url', { ...options, params: { id }, body })

/** Preview a crawl. */
export const previewIngestUrl = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/knowledge/collections/{id}/ingest/url/preview', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/knowledge/collections/{id}/ingest/url/preview', { ...options, params: { id }, body })

/** List sources. */
export const listSources = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/knowledge/collections/{id}/sources', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/knowledge/collections/{id}/sources', { ...options, params: { id }, query })

/** List sources. Every one, page after page. */
export const listSourcesAll = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/knowledge/collections/{id}/sources', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/knowledge/collections/{id}/sources', { ...options, params: { id }, query })

/** Delete a source by its key. */
export const removeSourceByKey = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/knowledge/collections/{id}/sources', 'delete'>,
  options?: WriteOptions,
) => stoa.delete('/api/v1/knowledge/collections/{id}/sources', { ...options, params: { id }, body })

/** Get a source. */
export const getSource = (stoa: Stoa, id: string, sourceKey: string, options?: CallOptions) =>
  stoa.get('/api/v1/knowledge/collections/{id}/sources/{sourceKey}', { ...options, params: { id, sourceKey } })

/** Change how often a source is refreshed. */
export const updateSource = (
  stoa: Stoa,
  id: string,
  sourceKey: string,
  body: BodyOf<'/api/v1/knowledge/collections/{id}/sources/{sourceKey}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/knowledge/collections/{id}/sources/{sourceKey}', { ...options, params: { id, sourceKey }, body })

/** Delete a source. */
export const removeSource = (stoa: Stoa, id: string, sourceKey: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/knowledge/collections/{id}/sources/{sourceKey}', { ...options, params: { id, sourceKey } })

/** Get the text of a source. */
export const getSourceText = (
  stoa: Stoa,
  id: string,
  sourceKey: string,
  query?: QueryOf<'/api/v1/knowledge/collections/{id}/sources/{sourceKey}/text', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/knowledge/collections/{id}/sources/{sourceKey}/text', { ...options, params: { id, sourceKey }, query })

/** Reindex a source. */
export const reindexSource = (stoa: Stoa, id: string, sourceKey: string, options?: WriteOptions) =>
  stoa.post('/api/v1/knowledge/collections/{id}/sources/{sourceKey}/reindex', { ...options, params: { id, sourceKey } })

/** Cancel the indexing of a source. */
export const cancelSource = (stoa: Stoa, id: string, sourceKey: string, options?: WriteOptions) =>
  stoa.post('/api/v1/knowledge/collections/{id}/sources/{sourceKey}/cancel', { ...options, params: { id, sourceKey } })

/** Get an ingestion job. */
export const getJob = (stoa: Stoa, id: string, jobId: string, options?: CallOptions) =>
  stoa.get('/api/v1/knowledge/collections/{id}/jobs/{jobId}', { ...options, params: { id, jobId } })

/** Stream the events of an ingestion job. */
export const streamJobEvents = (stoa: Stoa, id: string, jobId: string, options?: EventOptions) =>
  stoa.events('/api/v1/knowledge/collections/{id}/jobs/{jobId}/events', { ...options, params: { id, jobId } })

/** Search a knowledge collection. */
export const search = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/knowledge/collections/{id}/search', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/knowledge/collections/{id}/search', { ...options, params: { id }, body })

/** Search several knowledge collections. */
export const searchCollections = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/knowledge/search', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/knowledge/search', { ...options, body })

/** List chunks. */
export const listChunks = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/knowledge/collections/{id}/chunks', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/knowledge/collections/{id}/chunks', { ...options, params: { id }, query })

/** Update a chunk. */
export const updateChunk = (
  stoa: Stoa,
  id: string,
  chunkId: string,
  body: BodyOf<'/api/v1/knowledge/collections/{id}/chunks/{chunkId}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/knowledge/collections/{id}/chunks/{chunkId}', { ...options, params: { id, chunkId }, body })

/** Delete a chunk. */
export const removeChunk = (stoa: Stoa, id: string, chunkId: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/knowledge/collections/{id}/chunks/{chunkId}', { ...options, params: { id, chunkId } })
