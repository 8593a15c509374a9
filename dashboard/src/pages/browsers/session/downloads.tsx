import type { BrowserEvent } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import { Card } from '../../../components/layout/page.tsx'
import { formatFileSize } from '../../../components/text/format-number.ts'
import { href } from '../../../href.ts'
import { fileRoutes } from '../../files/routes.ts'

type DownloadData = { name: string; fileId: string | null; sizeBytes: number | null; failure: string | null }

/** What pages downloaded; each is a file of the end user. */
export function Downloads({ events }: { events: readonly BrowserEvent[] }) {
  const downloads = events.filter(({ type }) => type === 'download')
  if (downloads.length === 0) return null
  return (
    <Card title="Downloads">
      <ul>
        {downloads.map(({ number, data }) => {
          const { name, fileId, sizeBytes, failure } = data as DownloadData
          return (
            <li className="browser-row" key={number}>
              {fileId === null ? (
                <span className="truncate">{name}</span>
              ) : (
                <Link className="truncate" to={href(fileRoutes.detail, { id: fileId })}>
                  {name}
                </Link>
              )}
              <span className="muted small number">
                {failure ?? (sizeBytes === null ? '' : formatFileSize(sizeBytes))}
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
