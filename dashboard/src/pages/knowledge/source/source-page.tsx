import type { KnowledgeSource } from '@stoa/sdk'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { CopyId } from '../../../components/actions/copy-id.tsx'
import { SegmentedControl } from '../../../components/form/segmented-control.tsx'
import { DetailPage } from '../../../components/layout/detail-page.tsx'
import { Card, DescriptionList } from '../../../components/layout/page.tsx'
import { formatAmount, formatFileSize } from '../../../components/text/format-number.ts'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { actAs, actingHeaders } from '../../../features/end-users/act-as.ts'
import {
  chunksPath,
  collectionUrl,
  reindexPath,
  sourcePath,
  sourceTextPath,
} from '../../../features/knowledge/knowledge-api.ts'
import { useFilters } from '../../../filters.ts'
import { href } from '../../../href.ts'
import { useRead } from '../../../project.ts'
import { fileRoutes } from '../../files/routes.ts'
import { languageName } from '../collection-fields.tsx'
import { useCollection, useCollectionId } from '../collection-frame.tsx'
import { kindLabel } from '../sources/source-kind.tsx'
import { SourceMenu } from '../sources/source-menu.tsx'
import { stageLabel } from '../sources/source-stage.ts'
import { SourceState } from '../sources/source-state.tsx'
import { useSourceCommands } from '../sources/use-source-commands.ts'
import { ChunkList } from './chunk-list.tsx'
import { fixOf } from './source-errors.ts'
import { isMarkdown, readableKey } from './source-format.ts'
import { isRefreshable, SourceRefresh } from './source-refresh.tsx'
import { SourceText } from './source-text.tsx'
import { useJobFollow } from './use-job-follow.ts'

// Another revision may begin at any time; a job that is there is followed.
const pollMs = 10_000

/** One source: its text with the borders of its chunks, and what is known about it. */
export function SourcePage() {
  const id = useCollectionId()
  const navigate = useNavigate()
  const { key: sourceKey = '' } = useFilters().filters
  const { data: collection } = useCollection(id)
  const query = useRead(
    ['knowledge', 'source', id, sourceKey],
    (api, signal) => actAs(api).get(sourcePath, { params: { id, sourceKey }, signal }),
    { refetchInterval: pollMs },
  )
  useJobFollow(id, query.data)
  const back = { to: collectionUrl(id), label: collection?.name ?? 'Knowledge' }
  return (
    <DetailPage
      query={query}
      kind="Source"
      back={back}
      head={(source) => ({
        title: source.title,
        badge: <SourceState source={source} />,
        actions: (
          <SourceMenu collectionId={id} source={source} onDeleted={() => void navigate({ to: back.to })} />
        ),
        calls: callsOf(id, sourceKey, isRefreshable(source)),
      })}
    >
      {(source) => (
        <>
          {source.lastError && <SourceFailure collectionId={id} source={source} />}
          {source.missingSince && (
            <p className="muted">
              Its site no longer has this page. The next crawl deletes it, unless it is there again.
            </p>
          )}
          <div className="page-sides">
            <SourceContent collectionId={id} source={source} />
            <SourceFacts collectionId={id} source={source} />
          </div>
        </>
      )}
    </DetailPage>
  )
}

const views = [
  { value: 'chunks', label: 'Chunks' },
  { value: 'text', label: 'Whole text' },
]
const formats = [
  { value: 'rendered', label: 'Rendered' },
  { value: 'raw', label: 'Raw' },
]

/** A passage that a link leads to is a chunk. What is not Markdown has one format, as it is. */
function SourceContent({ collectionId, source }: { collectionId: string; source: KnowledgeSource }) {
  const { filters, set } = useFilters()
  const view = filters.view === 'text' ? 'text' : 'chunks'
  const isRendered = isMarkdown(source) && filters.format !== 'raw'
  return (
    <Card
      title="Text"
      actions={
        <div className="row">
          {isMarkdown(source) && (
            <SegmentedControl
              label="Format"
              value={isRendered ? 'rendered' : 'raw'}
              choices={formats}
              onChange={(next) => set({ format: next === 'raw' ? next : undefined })}
            />
          )}
          <SegmentedControl
            label="Show"
            value={view}
            choices={views}
            onChange={(next) => set({ view: next === 'text' ? next : undefined })}
          />
        </div>
      }
    >
      {view === 'text' ? (
        <SourceText collectionId={collectionId} source={source} isRendered={isRendered} />
      ) : (
        <ChunkList collectionId={collectionId} source={source} isRendered={isRendered} />
      )}
    </Card>
  )
}

/** What went wrong, at which stage, and what to do about it. */
function SourceFailure({ collectionId, source }: { collectionId: string; source: KnowledgeSource }) {
  const { reindex } = useSourceCommands(collectionId)
  const { code, message, stage } = source.lastError!
  return (
    <div className="source-failure" role="alert">
      <p>
        <strong>
          {stage ? `${stageLabel(stage)} failed` : 'Indexing failed'}: {message}
        </strong>
      </p>
      <p className="muted">
        {fixOf(code)} {source.isSearchable && 'Searches still find the version before.'}
      </p>
      <div className="row">
        <Button onClick={() => reindex([source])}>Retry</Button>
        <code className="muted">{code}</code>
      </div>
    </div>
  )
}

function SourceFacts({ collectionId, source }: { collectionId: string; source: KnowledgeSource }) {
  const metadata = Object.entries(source.metadata)
  const { fileId, fileName } = source.origin
  return (
    <div className="stack">
      <Card title="Source">
        <DescriptionList
          facts={[
            ['Kind', kindLabel(source.kind)],
            ...(fileId
              ? [
                  [
                    'File',
                    <Link key="file" to={href(fileRoutes.detail, { id: fileId })}>
                      {fileName ?? fileId}
                    </Link>,
                  ] as const,
                ]
              : []),
            ...webFacts(source),
            ['Chunks', formatAmount(source.chunkCount)],
            ['Tokens', formatAmount(source.tokenCount)],
            ['Size', formatFileSize(source.sizeBytes)],
            ...(source.pageCount > 0 ? [['Pages read', formatAmount(source.pageCount)] as const] : []),
            ...(source.creditsUsed > 0 ? [['Credits', formatAmount(source.creditsUsed)] as const] : []),
            ['Language', source.language === null ? '–' : languageName(source.language)],
            ...(source.chunkCount === 0
              ? []
              : [['Indexed', <TimeAgo key="indexed" at={source.indexedAt} />] as const]),
            ['Created', <TimeAgo key="created" at={source.createdAt} />],
            [
              'Key',
              <CopyId
                key="key"
                id={source.sourceKey}
                label="source key"
                text={readableKey(source.sourceKey)}
              />,
            ],
          ]}
        />
      </Card>
      <SourceRefresh collectionId={collectionId} source={source} />
      <Card title="Metadata">
        {metadata.length === 0 ? (
          <p className="muted">No metadata. Set it with the API to filter searches by it.</p>
        ) : (
          <DescriptionList facts={metadata.map(([name, value]) => [name, String(value)] as const)} />
        )}
      </Card>
    </div>
  )
}

/** Where a page is from; of a crawl, how many pages it has found. */
function webFacts({ origin, missingSince }: KnowledgeSource): (readonly [string, ReactNode])[] {
  const { url, mode, pageCount, isPartial, removedCount } = origin
  if (url === undefined) return []
  const removed = removedCount ? `, ${formatAmount(removedCount)} deleted` : ''
  const found = `${formatAmount(pageCount ?? 0)}${removed}${isPartial ? ', the site stopped responding' : ''}`
  return [
    ['URL', <CopyId key="url" id={url} label="URL" />],
    ...(mode === 'crawl' ? [['Pages', found] as const] : []),
    ...(missingSince ? [['Missing since', <TimeAgo key="missing" at={missingSince} />] as const] : []),
  ]
}

const callsOf = (id: string, sourceKey: string, isRefreshable: boolean) => {
  const headers = actingHeaders()
  const params = { id, sourceKey }
  return [
    { title: 'Retrieve', call: { method: 'GET', path: sourcePath, params, headers } },
    {
      title: 'List chunks',
      call: { method: 'GET', path: chunksPath, params: { id }, query: { sourceKey }, headers },
    },
    { title: 'Read the text', call: { method: 'GET', path: sourceTextPath, params, headers } },
    { title: 'Re-index', call: { method: 'POST', path: reindexPath, params, headers } },
    ...(isRefreshable
      ? [
          {
            title: 'Refresh every day',
            call: { method: 'PATCH', path: sourcePath, params, headers, body: { refreshEvery: '1d' } },
          } as const,
        ]
      : []),
  ] as const
}
