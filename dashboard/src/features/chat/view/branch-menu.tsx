import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import { IconButton } from '../../../components/actions/button.tsx'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import type { Message } from '../transcript/message.ts'
import type { Conversation } from '../use-conversation.ts'

type BranchMenuProps = {
  conversation: Conversation
  /** The first message of the branch. */
  message: Message
  noun: 'message' | 'response'
  isDisabled: boolean
}

/** ‹ 2/3 ›: the versions of a message, each with what followed it. */
export function BranchMenu({ conversation, message: { branches }, noun, isDisabled }: BranchMenuProps) {
  const [isBusy, setBusy] = useState(false)
  if (branches.length < 2) return null
  const current = branches.findIndex(({ isCurrent }) => isCurrent)
  const go = async (at: number) => {
    setBusy(true)
    await conversation
      .switchTo(branches[at]!.checkpoint_id)
      .catch((error) => toasts.error(errorMessage(error)))
    setBusy(false)
  }
  return (
    <span className="branch-menu">
      <IconButton
        label={`Previous version of the ${noun}`}
        icon={<ChevronLeft size={14} aria-hidden />}
        disabled={isDisabled || isBusy || current === 0}
        onClick={() => void go(current - 1)}
      />
      <span className="number small muted">
        <span className="visually-hidden">Version </span>
        {current + 1}/{branches.length}
      </span>
      <IconButton
        label={`Next version of the ${noun}`}
        icon={<ChevronRight size={14} aria-hidden />}
        disabled={isDisabled || isBusy || current === branches.length - 1}
        onClick={() => void go(current + 1)}
      />
    </span>
  )
}
