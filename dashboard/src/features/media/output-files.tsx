import type { MediaJob } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import Download from 'lucide-react/icons/download'
import { Button } from '../../components/actions/button.tsx'
import { Failure } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { fileSize } from '../../components/text/format-number.ts'
import { href } from '../../href.ts'
import { fileAddresses } from '../../pages/files/addresses.ts'
import { useRead } from '../../project.ts'
import { actAs } from '../end-users/act-as.ts'
import { Preview } from '../files/preview/preview.tsx'
import { Thumbnail } from '../files/thumbnail.tsx'
import { readFile } from '../files/use-file.ts'
import { useFileCommands } from '../files/use-file-commands.ts'

/** What a job made: pictures side by side, recordings and films each with their player. */
export const MadeFiles = ({ job: { kind, fileIds } }: { job: MediaJob }) => (
  <ul className="made-files" data-kind={kind} data-many={fileIds.length > 1 ? '' : undefined}>
    {fileIds.map((id, at) => (
      <li key={id}>
        <MadeFile id={id} isPicture={kind === 'image'} label={`Result ${at + 1}`} />
      </li>
    ))}
  </ul>
)

type MadeFileProps = { id: string; isPicture: boolean; label: string }

function MadeFile({ id, isPicture, label }: MadeFileProps) {
  const { download } = useFileCommands(undefined)
  const { data, error, refetch } = useRead(['files', 'one', id, undefined], (api, signal) =>
    readFile(actAs(api), id, signal),
  )
  if (!data)
    return error ? <Failure error={error} retry={() => void refetch()} /> : <SkeletonLines count={4} />
  const { file } = data
  const link = href(fileAddresses.detail, { id })
  return (
    <figure className="made-file">
      {isPicture ? (
        <Link to={link} className="made-picture">
          <Thumbnail fileId={id} alt={label} size="large" otherwise="No preview" />
        </Link>
      ) : (
        <Preview file={file} owner={undefined} />
      )}
      <figcaption className="row">
        <Link to={link} className="truncate">
          {file.name}
        </Link>
        <span className="muted small number">{fileSize(file.sizeBytes)}</span>
        <Button look="quiet" icon={<Download size={13} aria-hidden />} onClick={() => download(file)}>
          Download
        </Button>
      </figcaption>
    </figure>
  )
}
