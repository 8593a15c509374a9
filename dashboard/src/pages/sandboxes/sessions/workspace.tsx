import type { SandboxSession, SandboxWorkspaceFile } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import FileStack from 'lucide-react/icons/file-stack'
import Trash2 from 'lucide-react/icons/trash-2'
import Upload from 'lucide-react/icons/upload'
import { useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '../../../components/actions/button.tsx'
import { downloadResponse } from '../../../components/actions/download-response.ts'
import { Menu, MenuItem, MenuLine } from '../../../components/actions/menu.tsx'
import { ErrorAlert, errorMessage } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { Card } from '../../../components/layout/page.tsx'
import { formatFileSize } from '../../../components/text/format-number.ts'
import { actAs, useApiAs } from '../../../features/end-users/act-as.ts'
import { workspaceKey, workspaceListPath, workspacePath } from '../../../features/sandboxes/sandbox-paths.ts'
import { href } from '../../../href.ts'
import { useRead, useRefresh } from '../../../project.ts'
import { fileRoutes } from '../../files/routes.ts'
import { DeleteWorkspaceFile } from './delete-workspace-file.tsx'
import { ImportButton } from './import-files.tsx'
import { WorkspacePreview } from './workspace-preview.tsx'
import './workspace.css'

/** The files that scripts see. Listing them resumes the session, so a paused one needs a press first. */
export function Workspace({ session }: { session: SandboxSession }) {
  const isRunning = session.status === 'running'
  const [isRequested, setOpenDialog] = useState(false)
  const { id } = session
  // For this pause alone: after the next pause it needs another press.
  useEffect(() => {
    if (isRunning) setOpenDialog(false)
  }, [isRunning])
  const isEnabled = isRunning || isRequested
  const list = useRead(
    workspaceKey(id),
    (api, signal) => actAs(api).get(workspaceListPath, { params: { id }, signal }),
    { isEnabled },
  )
  return (
    <Card
      title="Files"
      actions={
        isEnabled && (
          <div className="row">
            <ImportButton session={session} />
            <UploadButton sessionId={id} />
          </div>
        )
      }
    >
      {!isEnabled ? (
        <p className="muted">
          The session is paused. Showing its files resumes it.{' '}
          <Button onClick={() => setOpenDialog(true)}>Show files</Button>
        </p>
      ) : list.data ? (
        <>
          {list.data.files.length === 0 ? (
            <p className="muted">No files yet. Files written by scripts or uploaded appear here.</p>
          ) : (
            <ul className="workspace-files">
              {list.data.files.map((file) => (
                <WorkspaceRow key={file.path} sessionId={id} file={file} />
              ))}
            </ul>
          )}
          <p className="muted small number">
            {formatFileSize(list.data.totalBytes)} of {formatFileSize(list.data.maxBytes)},{' '}
            {list.data.files.length} of {list.data.maxFiles} files
          </p>
        </>
      ) : list.error ? (
        <ErrorAlert error={list.error} retry={() => void list.refetch()} />
      ) : (
        <SkeletonLines count={3} />
      )}
    </Card>
  )
}

function UploadButton({ sessionId }: { sessionId: string }) {
  const api = useApiAs()
  const refresh = useRefresh()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async (files: readonly File[]) => {
    setBusy(true)
    try {
      // One after the other: a session does one thing at a time, and a few may wait.
      for (const file of files)
        await api.put(workspacePath, { params: { id: sessionId }, query: { path: file.name }, body: file })
      toasts.success(files.length === 1 ? `${files[0]!.name} uploaded` : `${files.length} files uploaded`)
    } catch (error) {
      toasts.error(errorMessage(error))
    } finally {
      setBusy(false)
      await refresh(workspaceKey(sessionId))
    }
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files for the workspace"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          if (files.length > 0) void send(files)
        }}
      />
      <Button icon={<Upload size={14} aria-hidden />} isBusy={isBusy} onClick={() => input.current?.click()}>
        Upload
      </Button>
    </>
  )
}

type RowProps = { sessionId: string; file: SandboxWorkspaceFile }

function WorkspaceRow({ sessionId, file }: RowProps) {
  const api = useApiAs()
  const [openDialog, setOpenDialog] = useState<'preview' | 'delete' | null>(null)
  const { path, sizeBytes } = file
  const close = () => setOpenDialog(null)
  const attempt = (work: () => Promise<unknown>) => () =>
    void work().catch((error) => toasts.error(errorMessage(error)))
  const download = attempt(async () =>
    downloadResponse(
      await api.download(workspacePath, { params: { id: sessionId }, query: { path } }),
      path.split('/').at(-1)!,
    ),
  )
  const keep = attempt(async () => {
    const saved = await api.post('/api/v1/sandbox/sessions/{id}/files/export', {
      params: { id: sessionId },
      body: { path },
    })
    toasts.success(
      <>
        Saved as <Link to={href(fileRoutes.detail, { id: saved.id })}>{saved.name}</Link>
      </>,
    )
  })
  return (
    <li>
      <button type="button" className="workspace-name" title={path} onClick={() => setOpenDialog('preview')}>
        {path}
      </button>
      <span className="muted small number">{formatFileSize(sizeBytes)}</span>
      <Menu trigger={<IconButton label={`Actions for ${path}`} icon={<Ellipsis size={16} aria-hidden />} />}>
        <MenuItem icon={<Download size={15} aria-hidden />} onSelect={download}>
          Download
        </MenuItem>
        <MenuItem icon={<FileStack size={15} aria-hidden />} onSelect={keep}>
          Save to Files
        </MenuItem>
        <MenuLine />
        <MenuItem
          icon={<Trash2 size={15} aria-hidden />}
          variant="danger"
          onSelect={() => setOpenDialog('delete')}
        >
          Delete…
        </MenuItem>
      </Menu>
      {openDialog === 'preview' && (
        <WorkspacePreview sessionId={sessionId} file={file} onDownload={download} onClose={close} />
      )}
      {openDialog === 'delete' && <DeleteWorkspaceFile sessionId={sessionId} path={path} onClose={close} />}
    </li>
  )
}
