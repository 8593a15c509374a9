import type { StoredFile } from '@stoa/sdk'
import { useParams } from '@tanstack/react-router'
import { addresses } from '../../addresses.ts'
import { useFilters } from '../../filters.ts'
import { Ago } from '../../parts/ago.tsx'
import { fileSize } from '../../parts/amounts.ts'
import { JsonCode } from '../../parts/code.tsx'
import { CopyId } from '../../parts/copy-id.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Card, Facts, Page } from '../../parts/page.tsx'
import { SkeletonLines } from '../../parts/skeleton.tsx'
import { StaleNote } from '../../parts/stale-note.tsx'
import { Status } from '../../parts/status.tsx'
import { useIsAdmin } from '../../project.tsx'
import { AuditTrail } from '../audit/audit-trail.tsx'
import { FileActions } from './file-actions.tsx'
import { fileTypeNames } from './file-kinds.tsx'
import { ownerHeaders } from './files-api.ts'
import { Owner } from './owner.tsx'
import { Preview } from './preview/preview.tsx'
import { useFile } from './use-file.ts'
import { UsedBy } from './used-by.tsx'
import './files.css'

export function FilePage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { owner } = useFilters().filters
  const isAdmin = useIsAdmin()
  const { data, error, refetch } = useFile(id, owner)
  const search = owner ? `?owner=${encodeURIComponent(owner)}` : ''
  const back = { to: `${addresses.files}${search}`, label: 'Files' }
  if (!data) {
    return (
      <Page title="File" back={back}>
        {error ? <Failure error={error} retry={() => void refetch()} /> : <SkeletonLines count={8} />}
      </Page>
    )
  }
  const { file } = data
  return (
    <Page
      title={file.name}
      mark={<FileState file={file} />}
      back={back}
      actions={<FileActions key={file.id} read={data} owner={owner} />}
      calls={callsOf(id, owner)}
    >
      {error && <StaleNote error={error} />}
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
            <Facts facts={factsOf(file)} />
          </Card>
          <UsedBy file={file} owner={owner} />
          {Object.keys(file.metadata).length > 0 && (
            <Card title="Metadata">
              <JsonCode value={file.metadata} />
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
        Expires <Ago at={expiresAt} />
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
    ['Expires', <Ago key="expires" at={file.expiresAt} />],
    ['Created', <Ago key="created" at={file.createdAt} />],
    ['Updated', <Ago key="changed" at={file.updatedAt} />],
  ] as const

const count = new Intl.NumberFormat('en')

const SizeOf = ({ bytes }: { bytes: number }) => (
  <span className="number" title={`${count.format(bytes)} bytes`}>
    {fileSize(bytes)}
  </span>
)

function callsOf(id: string, owner: string | undefined) {
  const given = { params: { id }, headers: ownerHeaders(owner) }
  return [
    { title: 'Retrieve', call: { method: 'GET', path: '/api/v1/file/meta/{id}', ...given } },
    { title: 'Download', call: { method: 'GET', path: '/api/v1/file/download/{id}', ...given } },
    {
      title: 'Update',
      call: {
        method: 'PATCH',
        path: '/api/v1/file/{id}',
        ...given,
        body: { name: 'report 2.pdf', metadata: { year: 2026 } },
      },
    },
    {
      title: 'Create a link',
      call: { method: 'POST', path: '/api/v1/file/{id}/signed-url', ...given, body: { ttlSec: 3600 } },
    },
    { title: 'List usages', call: { method: 'GET', path: '/api/v1/file/meta/{id}/references', ...given } },
  ] as const
}
