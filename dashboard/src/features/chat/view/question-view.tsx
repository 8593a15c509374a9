import Pencil from 'lucide-react/icons/pencil'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { isForInputMethod } from '../../../typing.ts'
import type { Message } from '../transcript/message.ts'
import type { Conversation } from '../use-conversation.ts'
import { BranchMenu } from './branch-menu.tsx'
import { MessageFiles } from './message-files.tsx'

type QuestionProps = { conversation: Conversation; message: Message; canEdit: boolean }

/** What the user said. Editing it begins a branch: what followed the first version is not lost. */
export function QuestionView({ conversation, message, canEdit }: QuestionProps) {
  const [isEditing, setEditing] = useState(false)
  const { text, fileIds, imageUrls } = message
  if (isEditing)
    return <EditQuestion conversation={conversation} message={message} onClose={() => setEditing(false)} />
  return (
    <div className="turn-message">
      {text !== '' && <p>{text}</p>}
      <MessageFiles api={conversation.api} fileIds={fileIds} />
      {imageUrls.length > 0 && (
        <span className="muted small">
          {imageUrls.length === 1 ? 'An image' : `${imageUrls.length} images`} from outside, not shown here
        </span>
      )}
      <span className="row question-actions">
        <BranchMenu conversation={conversation} message={message} noun="message" isDisabled={!canEdit} />
        {canEdit && (
          <Button variant="ghost" icon={<Pencil size={13} aria-hidden />} onClick={() => setEditing(true)}>
            Edit
          </Button>
        )}
      </span>
    </div>
  )
}

type EditProps = { conversation: Conversation; message: Message; onClose(): void }

function EditQuestion({ conversation, message: { id, text: before, fileIds }, onClose }: EditProps) {
  const [text, setText] = useState(before)
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await conversation.edit(id, { text, fileIds })
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  const canSend = text.trim() !== '' || fileIds.length > 0
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    if (event.key !== 'Enter' || event.shiftKey || isForInputMethod(event.nativeEvent)) return
    event.preventDefault()
    if (canSend && !isBusy) void send()
  }
  return (
    <div className="question-edit">
      <textarea
        className="input"
        aria-label="Edit the message"
        rows={3}
        value={text}
        // biome-ignore lint/a11y/noAutofocus: it was opened to be written in.
        autoFocus
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
      />
      {failure !== null && <ErrorAlert error={failure} />}
      <div className="row">
        <Button variant="primary" isBusy={isBusy} disabled={!canSend} onClick={() => void send()}>
          Send as a branch
        </Button>
        <Button onClick={onClose}>Cancel</Button>
        <span className="muted small">What followed the first version stays in its own branch.</span>
      </div>
    </div>
  )
}
