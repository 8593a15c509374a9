import type { Workflow, WorkflowVersion } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { Chip } from '../../../components/feedback/status.tsx'
import { List } from '../../../components/list/list.tsx'
import type { Column } from '../../../components/list/table.tsx'
import { formatFileSize } from '../../../components/text/format-number.ts'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { actAs, actingHeaders } from '../../../features/end-users/act-as.ts'
import { versionPath, versionsPath } from '../../../features/workflows/workflows-api.ts'
import { pageOf, pageSize, useFilters } from '../../../filters.ts'
import { href } from '../../../href.ts'
import { useRead } from '../../../project.ts'
import { workflowRoutes } from '../routes.ts'
import { WorkflowFrame } from '../workflow-frame.tsx'
import { DiffDialog } from './diff-dialog.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import './versions.css'

const callsOf = ({ id }: Workflow) => {
  const options = { params: { id, version: '1' }, headers: actingHeaders() }
  return [
    { title: 'List', call: { method: 'GET', path: versionsPath, ...options } },
    {
      title: 'Compare with the one before',
      call: { method: 'GET', path: `${versionPath}/diff`, ...options },
    },
    { title: 'Restore', call: { method: 'POST', path: `${versionPath}/restore`, ...options, body: {} } },
  ] as const
}

/** Every change of the graph, newest first. */
export const VersionsPage = () => (
  <WorkflowFrame calls={callsOf}>{(workflow) => <VersionList workflow={workflow} />}</WorkflowFrame>
)

type Opened = { kind: 'diff' | 'restore'; version: WorkflowVersion } | null

function VersionList({ workflow }: { workflow: Workflow }) {
  const { filters } = useFilters()
  const [opened, setOpened] = useState<Opened>(null)
  const query = { page: pageOf(filters), limit: pageSize }
  const versions = useRead(
    ['workflows', 'versions', workflow.id, query],
    (api, signal) => actAs(api).page(versionsPath, { params: { id: workflow.id }, query, signal }),
    { keepsPrevious: true, refetchInterval: 10_000 },
  )
  const close = () => setOpened(null)
  return (
    <>
      <List
        label="Versions"
        query={versions}
        columns={columnsWith(workflow.isOwn, setOpened)}
        keyOf={({ version }) => version}
        linkOf={({ versionNumber }) =>
          href(workflowRoutes.version, { id: workflow.id, version: String(versionNumber) })
        }
        hasFilters={false}
        empty={<p className="muted">No versions.</p>}
      />
      {opened?.kind === 'diff' && (
        <DiffDialog workflowId={workflow.id} version={opened.version} onClose={close} />
      )}
      {opened?.kind === 'restore' && (
        <RestoreDialog workflow={workflow} version={opened.version} onClose={close} />
      )}
    </>
  )
}

const columnsWith = (isOwn: boolean, open: (opened: Opened) => void): Column<WorkflowVersion>[] => [
  { id: 'version', header: 'Version', cell: ({ version }) => <span className="number">{version}</span> },
  {
    id: 'state',
    header: 'State',
    cell: ({ isNewest, isActive }) => (
      <span className="row">
        {isActive && <Chip>Active</Chip>}
        {isNewest && <Chip>Newest</Chip>}
      </span>
    ),
  },
  { id: 'note', header: 'Note', rank: 2, cell: ({ note }) => <span className="clamped">{note}</span> },
  {
    id: 'size',
    header: 'Size',
    align: 'end',
    rank: 3,
    cell: ({ sizeBytes }) => <span className="number">{formatFileSize(sizeBytes)}</span>,
  },
  { id: 'when', header: 'Saved', align: 'end', rank: 2, cell: ({ createdAt }) => <TimeAgo at={createdAt} /> },
  {
    id: 'actions',
    header: '',
    align: 'end',
    cell: (version) => (
      <span className="row version-actions">
        {version.versionNumber > 1 && (
          <Button variant="ghost" onClick={() => open({ kind: 'diff', version })}>
            Changes
            <span className="visually-hidden"> in {version.version}</span>
          </Button>
        )}
        {isOwn && !version.isNewest && (
          <Button variant="ghost" onClick={() => open({ kind: 'restore', version })}>
            Restore
            <span className="visually-hidden"> {version.version}</span>
          </Button>
        )}
      </span>
    ),
  },
]
