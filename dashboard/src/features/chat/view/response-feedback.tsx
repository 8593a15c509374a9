import MessageSquare from 'lucide-react/icons/message-square'
import ThumbsDown from 'lucide-react/icons/thumbs-down'
import ThumbsUp from 'lucide-react/icons/thumbs-up'
import { useState } from 'react'
import { IconButton } from '../../../components/actions/button.tsx'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { AreaField } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import type { Message } from '../transcript/message.ts'
import type { Conversation } from '../use-conversation.ts'

type FeedbackProps = { conversation: Conversation; message: Message }

/** Good or bad, and why. */
export function ResponseFeedback({ conversation, message }: FeedbackProps) {
  const [isCommenting, setCommenting] = useState(false)
  const { id, score, comment } = message
  const give = (next: number) =>
    conversation
      .giveFeedback(id, { score: next, comment })
      .catch((error) => toasts.error(errorMessage(error)))
  return (
    <>
      <IconButton
        label="Good response"
        icon={<ThumbsUp size={13} aria-hidden />}
        aria-pressed={score !== null && score > 0}
        onClick={() => void give(1)}
      />
      <IconButton
        label="Bad response"
        icon={<ThumbsDown size={13} aria-hidden />}
        aria-pressed={score !== null && score < 0}
        onClick={() => void give(-1)}
      />
      {score !== null && (
        <IconButton
          label={comment === null ? 'Add a comment' : 'Edit the comment'}
          icon={<MessageSquare size={13} aria-hidden />}
          aria-pressed={comment !== null}
          onClick={() => setCommenting(true)}
        />
      )}
      {isCommenting && (
        <CommentDialog conversation={conversation} message={message} onClose={() => setCommenting(false)} />
      )}
    </>
  )
}

function CommentDialog({ conversation, message, onClose }: FeedbackProps & { onClose(): void }) {
  const form = useForm({ comment: message.comment ?? '' })
  const save = form.submit(async ({ comment }) => {
    const text = comment.trim()
    await conversation.giveFeedback(message.id, { score: message.score, comment: text === '' ? null : text })
    onClose()
  })
  return (
    <FormDialog
      title="Comment on the response"
      submitLabel="Save"
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      <AreaField {...form.bind('comment')} label="Comment" rows={4} hasInitialFocus />
    </FormDialog>
  )
}
