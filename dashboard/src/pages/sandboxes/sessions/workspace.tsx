import type { SandboxSession, SandboxWorkspaceFile } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import FileStack from 'lucide-react/icons/file-stack'
import Trash2 from 'lucide-react/icons/trash-2'
import Upload from 'lucide-react/icons/upload'
import { useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '../../../components/actions/button.tsx'
import { saveAnswer } from '../../../components/actions/download-response.ts'
import { Menu, MenuItem, MenuLine } from '../../../components/actions/menu.tsx'
import { Failure, messageOf } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { Card } from '../../../components/layout/page.tsx'
import { fileSize } from '../../../components/text/format-number.ts'
import { actAs, useApiAs } from '../../../features/end-users/act-as.ts'
import { workspaceKey, workspaceListPath, workspacePath } from '../../../features/sandboxes/sandbox-paths.ts'
import { href } from '../../../href.ts'
import { useRead, useRefresh } from '../../../project.ts'
import { fileAddresses } from '../../files/addresses.ts'
import { DeleteWorkspaceFile } from './delete-workspace-file.tsx'
import { ImportButton } from './import-files.tsx'
import { WorkspacePreview } from './workspace-preview.tsx'
import './workspace.css'

/** The files that scripts see. To look at them wakes the session, so a paused one is asked for first. */
export function Workspace({ session }: { session: SandboxSession }) {
  const isRunning = session.status === 'running'
  const [isAsked, setAsked] = useState(false)
  const { id } = session
  // Asked once: the next time it is paused, it shall stay so.
  useEffect(() => {
    if (isRunning) setAsked(false)
  }, [isRunning])
  const isWanted = isRunning || isAsked
  const list = useRead(
    workspaceKey(id),
    (api, signal) => actAs(api).get(workspaceListPath, { params: { id }, signal }),
    { isEnabled: isWanted },
  )
  return (
    <Card
      title="Files"
      actions={
        isWanted && (
          <div className="row">
            <ImportButton session={session} />
            <UploadButton sessionId={id} />
          </div>
        )
      }
    >
      {!isWanted ? (
        <p className="muted">
          The session is paused. Showing its files resumes it.{' '}
          <Button onClick={() => setAsked(true)}>Show files</Button>
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
            {fileSize(list.data.totalBytes)} of {fileSize(list.data.maxBytes)}, {list.data.files.length} of{' '}
            {list.data.maxFiles} files
          </p>
        </>
      ) : list.error ? (
        <Failure error={list.error} retry={() => void list.refetch()} />
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
      toasts.tell(files.length === 1 ? `${files[0]!.name} uploaded` : `${files.length} files uploaded`)
    } catch (error) {
      toasts.warn(messageOf(error))
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
  const [asked, setAsked] = useState<'preview' | 'delete' | null>(null)
  const { path, sizeBytes } = file
  const close = () => setAsked(null)
  const attempt = (work: () => Promise<unknown>) => () =>
    void work().catch((error) => toasts.warn(messageOf(error)))
  const download = attempt(async () =>
    saveAnswer(
      await api.download(workspacePath, { params: { id: sessionId }, query: { path } }),
      path.split('/').at(-1)!,
    ),
  )
  const keep = attempt(async () => {
    const kept = await api.post('/api/v1/sandbox/sessions/{id}/files/export', {
      params: { id: sessionId },
      body: { path },
    })
    toasts.tell(
      <>
        Saved as <Link to={href(fileAddresses.detail, { id: kept.id })}>{kept.name}</Link>
      </>,
    )
  })
  return (
    <li>
      <button type="button" className="workspace-name" title={path} onClick={() => setAsked('preview')}>
        {path}
      </button>
      <span className="muted small number">{fileSize(sizeBytes)}</span>
      <Menu trigger={<IconButton label={`Actions for ${path}`} icon={<Ellipsis size={16} aria-hidden />} />}>
        <MenuItem icon={<Download size={15} aria-hidden />} onSelect={download}>
          Download
        </MenuItem>
        <MenuItem icon={<FileStack size={15} aria-hidden />} onSelect={keep}>
          Save to Files
        </MenuItem>
        <MenuLine />
        <MenuItem icon={<Trash2 size={15} aria-hidden />} look="danger" onSelect={() => setAsked('delete')}>
          Delete…
        </MenuItem>
      </Menu>
      {asked === 'preview' && (
        <WorkspacePreview sessionId={sessionId} file={file} onDownload={download} onClose={close} />
      )}
      {asked === 'delete' && <DeleteWorkspaceFile sessionId={sessionId} path={path} onClose={close} />}
    </li>
  )
}
