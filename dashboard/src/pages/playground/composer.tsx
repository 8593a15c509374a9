import ArrowUp from 'lucide-react/icons/arrow-up'
import CircleStop from 'lucide-react/icons/circle-stop'
import Paperclip from 'lucide-react/icons/paperclip'
import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import { fileSize } from '../../parts/amounts.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { runKeys } from '../../parts/use-run-keys.ts'
import { useFileDrop } from '../files/upload/use-file-drop.ts'
import type { Attachment } from './draft.ts'
import { useAttachments } from './use-attachments.ts'
import type { Chat } from './use-chat.ts'

/** Where the next message is written. Files are chosen, dropped or pasted. */
export function Composer({ chat, isFaulty, onSend }: { chat: Chat; isFaulty: boolean; onSend(): void }) {
  const { draft, changeDraft, isRunning, stop } = chat
  const { sending, attach, detach } = useAttachments(draft, changeDraft)
  const chooser = useRef<HTMLInputElement>(null)
  useFileDrop(attach)
  const isEmpty = draft.text.trim() === '' && draft.files.length === 0
  return (
    <div className="composer">
      <Attachments files={draft.files} onRemove={detach} />
      <textarea
        className="composer-text"
        aria-label="Message"
        placeholder="Say something to the model…"
        rows={2}
        value={draft.text}
        onChange={(event) => changeDraft({ text: event.target.value })}
        onPaste={(event) => {
          const files = [...event.clipboardData.files]
          if (files.length === 0) return
          event.preventDefault()
          attach(files)
        }}
      />
      <div className="composer-foot">
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          aria-label="Files for the model"
          onChange={(event) => {
            attach([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
        <IconButton
          label="Attach pictures or files"
          icon={<Paperclip size={15} aria-hidden />}
          onClick={() => chooser.current?.click()}
        />
        <span className="muted small" role="status">
          {sending > 0 ? `Uploading ${sending}…` : ''}
        </span>
        <Button
          look={isRunning ? 'careful' : 'primary'}
          icon={isRunning ? <CircleStop size={14} aria-hidden /> : <ArrowUp size={14} aria-hidden />}
          disabled={!isRunning && (isEmpty || isFaulty || sending > 0)}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onClick={isRunning ? stop : onSend}
        >
          {isRunning ? 'Stop' : 'Send'}
          {!isRunning && (
            <span className="composer-keys" aria-hidden>
              {runKeys}
            </span>
          )}
        </Button>
      </div>
    </div>
  )
}

type AttachmentsProps = { files: readonly Attachment[]; onRemove?(id: string): void }

export const Attachments = ({ files, onRemove }: AttachmentsProps) =>
  files.length > 0 && (
    <ul className="attachments" aria-label="Attached">
      {files.map(({ id, name, sizeBytes }) => (
        <li key={id}>
          <Paperclip size={12} aria-hidden />
          <span className="truncate">{name}</span>
          <span className="muted small number">{fileSize(sizeBytes)}</span>
          {onRemove && (
            <IconButton
              label={`Take ${name} away`}
              icon={<X size={12} aria-hidden />}
              onClick={() => onRemove(id)}
            />
          )}
        </li>
      ))}
    </ul>
  )
