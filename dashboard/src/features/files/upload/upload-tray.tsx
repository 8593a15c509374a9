import { Link } from '@tanstack/react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import RotateCw from 'lucide-react/icons/rotate-cw'
import X from 'lucide-react/icons/x'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { IconButton } from '../../../components/actions/button.tsx'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { FileName } from '../../../components/text/file-name.tsx'
import { formatFileSize } from '../../../components/text/format-number.ts'
import { href } from '../../../href.ts'
import { fileRoutes } from '../../../pages/files/routes.ts'
import { isOver, type UploadItem, uploads } from './upload-store.ts'
import './upload-tray.css'

/** Uploads in progress, on every page until dismissed. */
export function UploadTray() {
  const items = useSyncExternalStore(uploads.subscribe, uploads.current)
  const [isFolded, setFolded] = useState(false)
  const open = items.filter((item) => !isOver(item)).length
  useConfirmLeave(open > 0)
  const failed = items.filter(({ state }) => state === 'failed').length
  if (items.length === 0) return null
  const title =
    open > 0
      ? `Uploading ${items.length - open + 1} of ${items.length}`
      : failed > 0
        ? `${failed} of ${items.length} failed`
        : items.length === 1
          ? 'Upload complete'
          : `${items.length} uploads complete`
  return (
    <section className="tray" aria-label="Uploads" data-folded={isFolded ? '' : undefined}>
      <header className="tray-head">
        <h2 role="status">{title}</h2>
        <IconButton
          label={isFolded ? 'Show uploads' : 'Hide uploads'}
          aria-expanded={!isFolded}
          icon={isFolded ? <ChevronUp size={15} aria-hidden /> : <ChevronDown size={15} aria-hidden />}
          onClick={() => setFolded(!isFolded)}
        />
        {open === 0 && (
          <IconButton
            label="Dismiss uploads"
            icon={<X size={15} aria-hidden />}
            onClick={() => uploads.clear()}
          />
        )}
      </header>
      {!isFolded && (
        <ul className="tray-list">
          {items.map((item) => (
            <TrayItem key={item.id} item={item} />
          ))}
        </ul>
      )}
    </section>
  )
}

function TrayItem({ item }: { item: UploadItem }) {
  const { id, name, sizeBytes, sentBytes, state, fileId, owner } = item
  const search = owner ? `?owner=${encodeURIComponent(owner)}` : ''
  return (
    <li className="tray-item">
      <div className="tray-line">
        {fileId ? (
          <Link className="tray-name" to={`${href(fileRoutes.detail, { id: fileId })}${search}`}>
            <FileName name={name} />
          </Link>
        ) : (
          <FileName name={name} />
        )}
        <span className="muted small number tray-size">{formatFileSize(sizeBytes)}</span>
        {!isOver(item) && (
          <IconButton
            label={`Cancel ${name}`}
            icon={<X size={14} aria-hidden />}
            onClick={() => uploads.cancel(id)}
          />
        )}
        {(state === 'failed' || state === 'cancelled') && (
          <IconButton
            label={`Retry ${name}`}
            icon={<RotateCw size={14} aria-hidden />}
            onClick={() => uploads.retry(id)}
          />
        )}
      </div>
      {(state === 'sending' || state === 'waiting' || state === 'finishing') && (
        <progress aria-label={`Progress of ${name}`} max={Math.max(1, sizeBytes)} value={sentBytes} />
      )}
      <TrayState item={item} />
    </li>
  )
}

function TrayState({ item: { state, error, sentBytes, sizeBytes } }: { item: UploadItem }) {
  switch (state) {
    case 'queued':
      return <span className="muted small">Queued</span>
    case 'sending':
      return <span className="muted small number">{percent(sentBytes, sizeBytes)}</span>
    case 'finishing':
      return <span className="muted small">Processing…</span>
    case 'waiting':
      return <Status kind="warn">Connection lost, retrying: {errorMessage(error)}</Status>
    case 'done':
      return <Status kind="good">Uploaded</Status>
    case 'cancelled':
      return <Status kind="off">Cancelled</Status>
    default:
      return <Status kind="bad">{errorMessage(error)}</Status>
  }
}

const percent = (part: number, whole: number) =>
  `${Math.floor((100 * part) / Math.max(1, whole))}% of ${formatFileSize(whole)}`

/** Closing the page ends running uploads, so the browser shows a confirmation. */
function useConfirmLeave(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isNeeded])
}
