import History from 'lucide-react/icons/history'
import { useState } from 'react'
import { Button } from '../../../../components/actions/button.tsx'
import { SavedItemsDialog } from '../../../../features/saved-items/saved-items-dialog.tsx'
import { restorePlayground } from '../draft.ts'
import type { Chat } from '../use-chat.ts'
import { conversationPlace, markStored } from './use-saved-conversation.ts'

/** The conversations of the person who is signed in. */
export function HistoryButton({ chat }: { chat: Chat }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<History size={14} aria-hidden />} onClick={() => setOpen(true)}>
        History
      </Button>
      {isOpen && (
        <SavedItemsDialog
          place={conversationPlace}
          title="Your conversations"
          empty="Conversations are stored here after their first response. Only you see yours."
          onOpen={({ id, data }) => {
            const conversation = restorePlayground(data)
            markStored(conversation.turns)
            chat.replaceConversation({ ...conversation, savedId: id })
          }}
          onRemoved={(id) => {
            if (id === chat.savedId) chat.clear()
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
