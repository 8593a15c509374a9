import Paperclip from 'lucide-react/icons/paperclip'
import X from 'lucide-react/icons/x'
import { IconButton } from '../../../components/actions/button.tsx'
import { FileName } from '../../../components/text/file-name.tsx'
import { formatFileSize } from '../../../components/text/format-number.ts'
import { Thumbnail } from '../thumbnail.tsx'
import type { Attachment } from './attachment.ts'
import './attachments.css'

type AttachmentsProps = {
  files: readonly Attachment[]
  /** The owner of the files; empty for the project itself. */
  owner: string
  onRemove?(id: string): void
}

/** The attachments of a message, images as images. */
export const Attachments = ({ files, owner, onRemove }: AttachmentsProps) =>
  files.length > 0 && (
    <ul className="attachments" aria-label="Attached">
      {files.map((file) => (
        <li key={file.id}>
          <Glance file={file} owner={owner} />
          <span className="attachment-about">
            <FileName name={file.name} />
            {file.sizeBytes > 0 && (
              <span className="muted small number">{formatFileSize(file.sizeBytes)}</span>
            )}
          </span>
          {onRemove && (
            <IconButton
              label={`Remove ${file.name}`}
              icon={<X size={12} aria-hidden />}
              onClick={() => onRemove(file.id)}
            />
          )}
        </li>
      ))}
    </ul>
  )

/** Of what came back from a record nothing is known but the id, so it is looked at. */
const Glance = ({ file: { id, mimeType }, owner }: { file: Attachment; owner: string }) => {
  const icon = <Paperclip size={14} aria-hidden />
  return mimeType === '' || mimeType.startsWith('image/') ? (
    <Thumbnail fileId={id} alt="" size="small" owner={owner || undefined} otherwise={icon} />
  ) : (
    <span className="thumbnail" data-size="small">
      {icon}
    </span>
  )
}
