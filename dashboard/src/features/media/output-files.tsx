import type { MediaJob } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import Download from 'lucide-react/icons/download'
import { Button } from '../../components/actions/button.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { formatFileSize } from '../../components/text/format-number.ts'
import { href } from '../../href.ts'
import { fileRoutes } from '../../pages/files/routes.ts'
import { useRead } from '../../project.ts'
import { actAs } from '../end-users/act-as.ts'
import { Preview } from '../files/preview/preview.tsx'
import { Thumbnail } from '../files/thumbnail.tsx'
import { readFile } from '../files/use-file.ts'
import { useFileCommands } from '../files/use-file-commands.ts'

/** The output of a job: images side by side, audio and videos each with a player. */
export const OutputFiles = ({ job: { kind, fileIds } }: { job: MediaJob }) => (
  <ul className="output-files" data-kind={kind} data-many={fileIds.length > 1 ? '' : undefined}>
    {fileIds.map((id, at) => (
      <li key={id}>
        <OutputFile id={id} isImage={kind === 'image'} label={`Result ${at + 1}`} />
      </li>
    ))}
  </ul>
)

type OutputFileProps = { id: string; isImage: boolean; label: string }

function OutputFile({ id, isImage, label }: OutputFileProps) {
  const { download } = useFileCommands(undefined)
  const { data, error, refetch } = useRead(['files', 'one', id, undefined], (api, signal) =>
    readFile(actAs(api), id, signal),
  )
  if (!data)
    return error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={4} />
  const { file } = data
  const link = href(fileRoutes.detail, { id })
  return (
    <figure className="output-file">
      {isImage ? (
        <Link to={link} className="output-image">
          <Thumbnail fileId={id} alt={label} size="large" otherwise="No preview" />
        </Link>
      ) : (
        <Preview file={file} owner={undefined} />
      )}
      <figcaption className="row">
        <Link to={link} className="truncate">
          {file.name}
        </Link>
        <span className="muted small number">{formatFileSize(file.sizeBytes)}</span>
        <Button variant="ghost" icon={<Download size={13} aria-hidden />} onClick={() => download(file)}>
          Download
        </Button>
      </figcaption>
    </figure>
  )
}
