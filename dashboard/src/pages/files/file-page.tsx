import type { StoredFile } from '@stoa/sdk'
import { useParams } from '@tanstack/react-router'
import { CopyId } from '../../components/actions/copy-id.tsx'
import { JsonBlock } from '../../components/code/code-block.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { StaleNotice } from '../../components/feedback/stale-notice.tsx'
import { Status } from '../../components/feedback/status.tsx'
import { Card, DescriptionList, Page } from '../../components/layout/page.tsx'
import { formatFileSize } from '../../components/text/format-number.ts'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { AuditTrail } from '../../features/audit/audit-trail.tsx'
import { actingHeaders } from '../../features/end-users/act-as.ts'
import { fileTypeNames } from '../../features/files/file-types.tsx'
import { Preview } from '../../features/files/preview/preview.tsx'
import { useFile } from '../../features/files/use-file.ts'
import { useFilters } from '../../filters.ts'
import { useIsAdmin } from '../../project.ts'
import { FileActions } from './file-actions.tsx'
import { Owner } from './owner.tsx'
import { fileRoutes } from './routes.ts'
import { UsedBy } from './used-by.tsx'
import './files.css'

export function FilePage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { owner } = useFilters().filters
  const isAdmin = useIsAdmin()
  const { data, error, refetch } = useFile(id, owner)
  const search = owner ? `?owner=${encodeURIComponent(owner)}` : ''
  const back = { to: `${fileRoutes.list}${search}`, label: 'Files' }
  if (!data) {
    return (
      <Page title="File" back={back}>
        {error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={8} />}
      </Page>
    )
  }
  const { file } = data
  return (
    <Page
      title={file.name}
      badge={<FileState file={file} />}
      back={back}
      actions={<FileActions key={file.id} read={data} owner={owner} />}
      calls={callsOf(id, owner)}
    >
      {error && <StaleNotice error={error} />}
      <div className="page-sides">
        <div className="stack">
          <Card title="Preview">
            <Preview key={file.sha256} file={file} owner={owner} />
          </Card>
          {isAdmin && (
            <Card title="Activity">
              <AuditTrail query={{ q: id }} none="No activity yet." />
            </Card>
          )}
        </div>
        <div className="stack">
          <Card title="Details">
            <DescriptionList facts={factsOf(file)} />
          </Card>
          <UsedBy file={file} owner={owner} />
          {Object.keys(file.metadata).length > 0 && (
            <Card title="Metadata">
              <JsonBlock value={file.metadata} />
            </Card>
          )}
        </div>
      </div>
    </Page>
  )
}

const FileState = ({ file: { status, expiresAt } }: { file: StoredFile }) => {
  if (status === 'quarantined') return <Status kind="bad">Quarantined</Status>
  if (status === 'processing') return <Status kind="warn">Processing</Status>
  if (expiresAt !== null) {
    return (
      <Status kind="warn">
        Expires <TimeAgo at={expiresAt} />
      </Status>
    )
  }
  return <Status kind="good">Ready</Status>
}

const factsOf = (file: StoredFile) =>
  [
    ['ID', <CopyId key="id" id={file.id} />],
    ['Reference', <CopyId key="ref" id={file.ref} label="reference" />],
    ['Owner', <Owner key="owner" id={file.eUID} />],
    ['Type', fileTypeNames[file.fileType]],
    ['Format', <code key="mime">{file.mimeType}</code>],
    ['Size', <SizeOf key="size" bytes={file.sizeBytes} />],
    ['SHA-256', <CopyId key="sha" id={file.sha256} label="checksum" isShort />],
    ['Expires', <TimeAgo key="expires" at={file.expiresAt} />],
    ['Created', <TimeAgo key="created" at={file.createdAt} />],
    ['Updated', <TimeAgo key="changed" at={file.updatedAt} />],
  ] as const

const count = new Intl.NumberFormat('en')

const SizeOf = ({ bytes }: { bytes: number }) => (
  <span className="number" title={`${count.format(bytes)} bytes`}>
    {formatFileSize(bytes)}
  </span>
)

function callsOf(id: string, owner: string | undefined) {
  const options = { params: { id }, headers: actingHeaders(owner) }
  return [
    { title: 'Retrieve', call: { method: 'GET', path: '/api/v1/file/meta/{id}', ...options } },
    { title: 'Download', call: { method: 'GET', path: '/api/v1/file/download/{id}', ...options } },
    {
      title: 'Update',
      call: {
        method: 'PATCH',
        path: '/api/v1/file/{id}',
        ...options,
        body: { name: 'report 2.pdf', metadata: { year: 2026 } },
      },
    },
    {
      title: 'Create a link',
      call: { method: 'POST', path: '/api/v1/file/{id}/signed-url', ...options, body: { ttlSec: 3600 } },
    },
    { title: 'List usages', call: { method: 'GET', path: '/api/v1/file/meta/{id}/references', ...options } },
  ] as const
}
