import FolderOpen from 'lucide-react/icons/folder-open'
import Paperclip from 'lucide-react/icons/paperclip'
import { useRef, useState } from 'react'
import { IconButton } from '../../../components/actions/button.tsx'
import { FilePicker } from '../file-picker.tsx'
import type { useAttachments } from './use-attachments.ts'

type AttachButtonsProps = {
  attachments: ReturnType<typeof useAttachments>
  owner: string
  /** The name of the kind of media within a sentence. */
  things: string
  /** Media types that a browser may offer, and the types of stored files; everything when left out. */
  accept?: string | undefined
  fileType?: 'image' | 'audio' | 'video' | undefined
  isDisabled?: boolean
}

/** Two ways to files: those of this machine, and those that are stored already. */
export function AttachButtons(props: AttachButtonsProps) {
  const { attachments, owner, things, accept, fileType, isDisabled = false } = props
  const { sending, attach, add } = attachments
  const chooser = useRef<HTMLInputElement>(null)
  const [isPicking, setPicking] = useState(false)
  return (
    <>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        accept={accept}
        aria-label="Files for the model"
        onChange={(event) => {
          attach([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <IconButton
        label={`Attach ${things}`}
        icon={<Paperclip size={15} aria-hidden />}
        disabled={isDisabled}
        onClick={() => chooser.current?.click()}
      />
      <IconButton
        label="Choose from Files"
        icon={<FolderOpen size={15} aria-hidden />}
        disabled={isDisabled}
        onClick={() => setPicking(true)}
      />
      <span className="muted small" role="status">
        {sending > 0 ? `Uploading ${sending}…` : ''}
      </span>
      {isPicking && (
        <FilePicker
          owner={owner}
          fileType={fileType}
          onClose={() => setPicking(false)}
          onPick={(files) => {
            setPicking(false)
            add(files)
          }}
        />
      )}
    </>
  )
}
