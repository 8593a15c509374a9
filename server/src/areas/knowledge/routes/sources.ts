import { data, endpoint, events, page } from '../../../kernel/http/endpoint.ts'
import { IdParams } from '../../../kernel/http/shapes.ts'
import { CrawlPreview, PreviewCrawlBody } from '../schema/crawl-preview.ts'
import {
  DeletedSource,
  DeleteSourceBody,
  Ingested,
  IngestFileBody,
  IngestTextBody,
  IngestUrlBody,
  JobEvent,
  JobParams,
  JobView,
  maxTextBytes,
  PatchSourceBody,
  SourceParams,
  SourceQuery,
  SourceView,
} from '../schema/source.ts'
import { SourceText, TextQuery } from '../schema/source-text.ts'
import type { PreviewCrawl } from '../service/crawl/preview.ts'
import type { FollowJob } from '../service/follow-job.ts'
import type { IngestService } from '../service/ingest.ts'
import type { ReadSourceText } from '../service/source-text.ts'
import type { SourceService } from '../service/sources.ts'
import { exampleCollection, exampleJobId, exampleSource, exampleText, exampleWebSource } from './examples.ts'

const path = '/api/v1/knowledge/collections/{id}'
const area = 'Knowledge'
const params = { id: exampleCollection.id }
const sourceParams = { ...params, sourceKey: exampleSource.sourceKey }
const { sourceKey } = exampleSource
const queued = { sourceKey, jobId: exampleJobId, status: 'queued' as const, changed: true }
const notFound = ['knowledge_collection_not_found', 'knowledge_source_not_found'] as const
const ingestErrors = [
  'knowledge_collection_not_found',
  'knowledge_collection_full',
  'storage_quota_exceeded',
  'external_user_not_found',
] as const

export type SourceServices = {
  ingest: IngestService
  sources: SourceService
  followJob: FollowJob
  readText: ReadSourceText
  previewCrawl: PreviewCrawl
}

export const sourceRoutes = ({ ingest, sources, followJob, readText, previewCrawl }: SourceServices) => [
  endpoint({
    method: 'POST',
    path: `${path}/ingest/text`,
    area,
    summary: 'Ingest a text',
    description:
      'Plain text or Markdown. A text with the same `title` replaces the earlier one as soon as it is indexed; the same content again changes nothing.',
    access: 'end-user',
    permission: 'knowledge:write',
    params: IdParams,
    body: IngestTextBody,
    // JSON may need two bytes for one of the text.
    bodyLimitBytes: 2 * maxTextBytes,
    response: data(Ingested),
    message: 'Source accepted',
    errors: [...ingestErrors, 'empty_text', 'payload_too_large'],
    example: {
      params,
      body: {
        title: 'Refunds',
        content: 'Refunds are paid to the original card within five working days.',
        metadata: { product: 'shop' },
      },
      response: queued,
    },
    handle: ({ scope, params: { id }, body }) => ingest.text(scope, id, body),
  }),
  endpoint({
    method: 'POST',
    path: `${path}/ingest/file`,
    area,
    summary: 'Ingest a file',
    description:
      'An uploaded file: text, Markdown, HTML, PDF, docx, pptx, xlsx, odt, ods, odp, epub, CSV, JSON, source code or an image (PNG, JPEG, WebP, GIF, BMP, TIFF), at most 100 MB with 20 MiB of text. What it is is detected from its content.',
    access: 'end-user',
    permission: 'knowledge:write',
    params: IdParams,
    body: IngestFileBody,
    response: data(Ingested),
    message: 'Source accepted',
    errors: [...ingestErrors, 'file_not_found'],
    example: {
      params,
      body: { fileId: '0192c4e0-7b1a-7c3d-9e2f-6a5b4c3d2e12' },
      response: { ...queued, sourceKey: 'file:0192c4e0-7b1a-7c3d-9e2f-6a5b4c3d2e12' },
    },
    handle: ({ scope, params: { id }, body }) => ingest.file(scope, id, body),
  }),
  endpoint({
    method: 'POST',
    path: `${path}/ingest/url`,
    area,
    summary: 'Ingest a page or crawl a site',
    description:
      'A page becomes a source; so does each page that a crawl finds, with `origin.parent`. Rules of robots.txt, `noindex` and `nofollow` apply; a crawl sends one request at a time. Deleting a crawl deletes its pages.',
    access: 'end-user',
    permission: 'knowledge:write',
    params: IdParams,
    body: IngestUrlBody,
    response: data(Ingested),
    message: 'Source accepted',
    errors: [...ingestErrors, 'address_not_allowed'],
    example: {
      params,
      body: { url: 'https://example.com/handbook/', mode: 'crawl', maxPages: 20 },
      response: { ...queued, sourceKey: 'crawl:https%3A%2F%2Fexample.com%2Fhandbook%2F' },
    },
    handle: ({ scope, params: { id }, body }) => ingest.url(scope, id, body),
  }),
  endpoint({
    method: 'POST',
    path: `${path}/ingest/url/preview`,
    area,
    summary: 'Preview a crawl',
    description:
      'The pages that a crawl would begin with, by the sitemap of the site and the links of the start page. Requests robots.txt, the sitemap and the start page; stores nothing and costs nothing.',
    access: 'end-user',
    permission: 'knowledge:write',
    params: IdParams,
    body: PreviewCrawlBody,
    response: data(CrawlPreview),
    message: 'Preview',
    errors: [
      'knowledge_collection_not_found',
      'knowledge_site_unreadable',
      'address_not_allowed',
      'upstream_error',
      'upstream_timeout',
    ],
    example: {
      params,
      body: { url: 'https://example.com/handbook/' },
      response: {
        url: 'https://example.com/handbook/',
        title: 'Handbook',
        pageCount: 2,
        sitemapCount: 1,
        delayMs: 1_000,
        pages: ['https://example.com/handbook/', 'https://example.com/handbook/refunds'],
      },
    },
    handle: ({ scope, params: { id }, body, signal }) => previewCrawl(scope, id, body, signal),
  }),
  endpoint({
    method: 'GET',
    path: `${path}/sources`,
    area,
    summary: 'List sources',
    access: 'end-user',
    permission: 'knowledge:read',
    params: IdParams,
    query: SourceQuery,
    queryAliases: { search: 'q' },
    response: page(SourceView),
    message: 'Sources',
    errors: ['knowledge_collection_not_found'],
    example: { params, response: [exampleSource] },
    handle: ({ scope, params: { id }, query }) => sources.list(scope, id, query),
  }),
  endpoint({
    method: 'DELETE',
    path: `${path}/sources`,
    area,
    summary: 'Delete a source by its key',
    description: 'The key in the body, for keys that are hard to write in a URL.',
    access: 'end-user',
    permission: 'knowledge:write',
    params: IdParams,
    body: DeleteSourceBody,
    response: data(DeletedSource),
    message: 'Source deleted',
    errors: notFound,
    example: { params, body: { sourceKey }, response: { sourceKey, deleted: true } },
    handle: ({ scope, params: { id }, body }) => sources.remove(scope, id, body.sourceKey),
  }),
  endpoint({
    method: 'GET',
    path: `${path}/sources/{sourceKey}`,
    area,
    summary: 'Get a source',
    access: 'end-user',
    permission: 'knowledge:read',
    params: SourceParams,
    response: data(SourceView),
    message: 'Source',
    errors: notFound,
    example: { params: sourceParams, response: exampleSource },
    handle: ({ scope, params: { id, sourceKey: key } }) => sources.get(scope, id, key),
  }),
  endpoint({
    method: 'PATCH',
    path: `${path}/sources/{sourceKey}`,
    area,
    summary: 'Change how often a source is refreshed',
    description:
      'Of a page or a crawl. It is looked at again at `nextRefreshAt`, not immediately. Pages of a crawl are refreshed with the crawl.',
    access: 'end-user',
    permission: 'knowledge:write',
    params: SourceParams,
    body: PatchSourceBody,
    response: data(SourceView),
    message: 'Source',
    errors: [...notFound, 'knowledge_source_not_refreshable'],
    example: {
      params: { ...params, sourceKey: exampleWebSource.sourceKey },
      body: { refreshEvery: '1d' },
      response: exampleWebSource,
    },
    handle: ({ scope, params: { id, sourceKey: key }, body }) => sources.patch(scope, id, key, body),
  }),
  endpoint({
    method: 'GET',
    path: `${path}/sources/{sourceKey}/text`,
    area,
    summary: 'Get the text of a source',
    description:
      'What was made of the file, page or text, a part at a time, with the borders of the chunks in it. Offsets are those of chunks and search results.',
    access: 'end-user',
    permission: 'knowledge:read',
    params: SourceParams,
    query: TextQuery,
    response: data(SourceText),
    message: 'Text',
    errors: [...notFound, 'knowledge_text_not_found'],
    example: { params: sourceParams, response: exampleText },
    handle: ({ scope, params: { id, sourceKey: key }, query }) => readText(scope, id, key, query),
  }),
  endpoint({
    method: 'DELETE',
    path: `${path}/sources/{sourceKey}`,
    area,
    summary: 'Delete a source',
    access: 'end-user',
    permission: 'knowledge:write',
    params: SourceParams,
    response: data(DeletedSource),
    message: 'Source deleted',
    errors: notFound,
    example: { params: sourceParams, response: { sourceKey, deleted: true } },
    handle: ({ scope, params: { id, sourceKey: key } }) => sources.remove(scope, id, key),
  }),
  endpoint({
    method: 'POST',
    path: `${path}/sources/{sourceKey}/reindex`,
    area,
    summary: 'Reindex a source',
    description:
      'After a failure, or to apply the settings of the collection. Searches find the old chunks until the new ones are complete.',
    access: 'end-user',
    permission: 'knowledge:write',
    params: SourceParams,
    response: data(Ingested),
    message: 'Source accepted',
    errors: [...notFound, 'external_user_not_found'],
    example: { params: sourceParams, response: queued },
    handle: ({ scope, params: { id, sourceKey: key } }) => ingest.reindex(scope, id, key),
  }),
  endpoint({
    method: 'POST',
    path: `${path}/sources/{sourceKey}/cancel`,
    area,
    summary: 'Cancel the indexing of a source',
    access: 'end-user',
    permission: 'knowledge:write',
    params: SourceParams,
    response: data(Ingested),
    message: 'Source',
    errors: notFound,
    example: { params: sourceParams, response: { ...queued, status: 'cancelled' } },
    handle: ({ scope, params: { id, sourceKey: key } }) => sources.cancel(scope, id, key),
  }),
  endpoint({
    method: 'GET',
    path: `${path}/jobs/{jobId}`,
    area,
    summary: 'Get an ingestion job',
    access: 'end-user',
    permission: 'knowledge:read',
    params: JobParams,
    response: data(JobView),
    message: 'Job',
    errors: ['knowledge_collection_not_found', 'knowledge_job_not_found'],
    example: {
      params: { ...params, jobId: exampleJobId },
      response: {
        jobId: exampleJobId,
        sourceKey,
        status: 'ready',
        stage: null,
        progress: 1,
        error: null,
        createdAt: exampleSource.createdAt,
        endedAt: exampleSource.updatedAt,
      },
    },
    handle: ({ scope, params: { id, jobId } }) => sources.job(scope, id, jobId),
  }),
  endpoint({
    method: 'GET',
    path: `${path}/jobs/{jobId}/events`,
    area,
    summary: 'Stream the events of an ingestion job',
    description:
      'Server-sent events: `stage` when a stage begins, `progress` within it, `page` for each page of a crawl, and `end` with the result, after which the stream closes. Resumes after `Last-Event-ID` without loss.',
    access: 'end-user',
    permission: 'knowledge:read',
    params: JobParams,
    response: events(JobEvent),
    message: 'Events of the job',
    errors: ['knowledge_collection_not_found', 'knowledge_job_not_found'],
    example: { params: { ...params, jobId: exampleJobId } },
    handle: ({ scope, params: { id, jobId }, lastEventId, signal }) =>
      followJob(scope, id, jobId, { lastEventId, signal }),
  }),
]
