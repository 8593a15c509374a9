import type { StoredFile } from '@stoa/sdk'
import Download from 'lucide-react/icons/download'
import FileQuestion from 'lucide-react/icons/file-question-mark'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { useRead } from '../../../project.ts'
import { actAs } from '../../end-users/act-as.ts'
import { pathOfLink, useFileCommands } from '../use-file-commands.ts'
import { previewKindOf } from './preview-kind.ts'
import { TextPreview } from './text-preview.tsx'
import './preview.css'

// The link is still valid at the end of a long video.
const linkSeconds = 6 * 60 * 60

type PreviewProps = { file: StoredFile; owner: string | undefined }

/** What is in the file, as far as it can be shown without running anything in it. */
export function Preview({ file, owner }: PreviewProps) {
  const kind = previewKindOf(file)
  switch (kind) {
    case 'image':
    case 'audio':
    case 'video':
      return <MediaPreview file={file} owner={owner} kind={kind} />
    case 'csv':
    case 'json':
    case 'markdown':
    case 'text':
      return <TextPreview file={file} owner={owner} kind={kind} />
    case 'pdf':
      return (
        <NoPreview file={file} owner={owner}>
          PDFs are not previewed because they can contain scripts.
        </NoPreview>
      )
    default:
      return (
        <NoPreview file={file} owner={owner}>
          No preview available for <code>{file.mimeType}</code>.
        </NoPreview>
      )
  }
}

type MediaProps = PreviewProps & { kind: 'image' | 'audio' | 'video' }

/** From our own signed link: the browser reads as much as it needs, and nothing of it stays in memory. */
function MediaPreview({ file, owner, kind }: MediaProps) {
  const [isBroken, setBroken] = useState(false)
  // The first link stays: another one would restart the playback.
  const [first, setFirst] = useState<string | null>(null)
  const { data, error, refetch } = useRead(
    ['file-link', file.id, file.sha256, owner],
    (api, signal) =>
      actAs(api, owner).post('/api/v1/file/{id}/signed-url', {
        params: { id: file.id },
        body: { ttlSec: linkSeconds, purpose: 'preview' },
        signal,
      }),
    { isEnabled: first === null },
  )
  if (data && first === null) setFirst(data.url)
  if (error && first === null) return <ErrorAlert error={error} retry={() => void refetch()} />
  if (first === null) return <SkeletonLines count={4} />
  if (isBroken) {
    return (
      <NoPreview file={file} owner={owner}>
        This browser cannot display <code>{file.mimeType}</code>.
      </NoPreview>
    )
  }
  const src = pathOfLink(first, 'inline')
  const onError = () => setBroken(true)
  if (kind === 'image') return <img className="preview-image" src={src} alt={file.name} onError={onError} />
  if (kind === 'audio') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: files of users come without captions.
      <audio
        className="preview-media"
        src={src}
        aria-label={file.name}
        controls
        preload="metadata"
        onError={onError}
      />
    )
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: files of users come without captions.
    <video
      className="preview-media"
      src={src}
      aria-label={file.name}
      controls
      playsInline
      preload="metadata"
      onError={onError}
    />
  )
}

function NoPreview({ file, owner, children }: PreviewProps & { children: ReactNode }) {
  const { download } = useFileCommands(owner)
  return (
    <div className="preview-none">
      <FileQuestion size={24} aria-hidden />
      <p className="muted">{children}</p>
      <Button icon={<Download size={15} aria-hidden />} onClick={() => download(file)}>
        Download file
      </Button>
    </div>
  )
}
