import MessageSquarePlus from 'lucide-react/icons/message-square-plus'
import { inboxThreadUrl, searchPath, threadPath, titleOf } from '../../features/chat/chat-api.ts'
import { actAs } from '../../features/end-users/act-as.ts'
import { type FoundObject, type PaletteEntries, paletteLimit } from '../manifest.ts'
import { chatRoutes } from './routes.ts'

type Found = Parameters<typeof titleOf>[0] & { id: string }

const found = (thread: Found): FoundObject => ({
  id: thread.id,
  kind: 'Conversation',
  label: titleOf(thread),
  to: inboxThreadUrl(thread.id),
})

export const entries: PaletteEntries = {
  actions: [
    {
      label: 'Start a conversation',
      keywords: 'chat agent thread new',
      to: chatRoutes.list,
      icon: MessageSquarePlus,
    },
  ],
  finders: [
    {
      byId: async (api, id, signal) =>
        found(await actAs(api).get(threadPath, { params: { thread_id: id }, signal })),
      byName: async (api, q, signal) => {
        const body = { q, limit: paletteLimit }
        return (await actAs(api).page(searchPath, { method: 'post', body, signal })).data.map(found)
      },
    },
  ],
}
