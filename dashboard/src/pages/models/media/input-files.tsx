import { Link } from '@tanstack/react-router'
import FileIcon from 'lucide-react/icons/file'
import { Chip } from '../../../components/feedback/status.tsx'
import { actAs } from '../../../features/end-users/act-as.ts'
import { Thumbnail } from '../../../features/files/thumbnail.tsx'
import { readFile } from '../../../features/files/use-file.ts'
import { href } from '../../../href.ts'
import { useRead } from '../../../project.ts'
import { fileRoutes } from '../../files/routes.ts'
import './input-files.css'

type InputFile = { label: string; fileId: string | null }

/** Input files of a model, images as images. What was given by its URL alone is not fetched. */
export const InputFiles = ({ files }: { files: readonly InputFile[] }) =>
  files.length > 0 && (
    <ul className="input-files" aria-label="Files">
      {files.map(({ label, fileId }, at) => (
        <li key={at}>
          {fileId === null ? (
            <Chip>{label}</Chip>
          ) : (
            <Link to={href(fileRoutes.detail, { id: fileId })}>
              <Thumbnail fileId={fileId} alt="" size="small" otherwise={<FileIcon size={15} aria-hidden />} />
              <FileName fileId={fileId} otherwise={label} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  )

/** By its current name; a deleted file shows its logged name. */
function FileName({ fileId, otherwise }: { fileId: string; otherwise: string }) {
  const { data } = useRead(['files', 'one', fileId, undefined], (api, signal) =>
    readFile(actAs(api), fileId, signal),
  )
  return <span className="truncate">{data?.file.name ?? otherwise}</span>
}
