import ArrowUp from 'lucide-react/icons/arrow-up'
import CircleStop from 'lucide-react/icons/circle-stop'
import { Button } from '../../../components/actions/button.tsx'
import { runShortcut } from '../../../components/code/use-run-shortcut.ts'
import { useFitToText } from '../../../components/conversation/use-fit-to-text.ts'
import { AttachButtons } from '../../../features/files/attachments/attach-buttons.tsx'
import { Attachments } from '../../../features/files/attachments/attachments.tsx'
import { useAttachments } from '../../../features/files/attachments/use-attachments.ts'
import { useFileDrop } from '../../../features/files/upload/use-file-drop.ts'
import type { Chat } from './use-chat.ts'

/** Where the next message is written. Files are chosen, dropped or pasted. */
export function Composer({ chat, isInvalid, onSend }: { chat: Chat; isInvalid: boolean; onSend(): void }) {
  const { draft, changeDraft, isRunning, stop } = chat
  const attachments = useAttachments(draft, changeDraft)
  const box = useFitToText(draft.text)
  const { sending, attach, detach } = attachments
  const isDropping = useFileDrop(attach)
  const isEmpty = draft.text.trim() === '' && draft.files.length === 0
  return (
    <div className="composer" data-docked="" data-dropping={isDropping ? '' : undefined}>
      <Attachments files={draft.files} owner={draft.user.trim()} onRemove={detach} />
      <textarea
        ref={box}
        className="composer-text"
        aria-label="Message"
        placeholder={isDropping ? 'Drop to attach' : 'Send a message…'}
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
        <AttachButtons attachments={attachments} owner={draft.user.trim()} things="images or files" />
        <Button
          variant={isRunning ? 'danger-outline' : 'primary'}
          icon={isRunning ? <CircleStop size={14} aria-hidden /> : <ArrowUp size={14} aria-hidden />}
          disabled={!isRunning && (isEmpty || isInvalid || sending > 0)}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onClick={isRunning ? stop : onSend}
        >
          {isRunning ? 'Stop' : 'Send'}
          {!isRunning && (
            <span className="composer-keys" aria-hidden>
              {runShortcut}
            </span>
          )}
        </Button>
      </div>
    </div>
  )
}
