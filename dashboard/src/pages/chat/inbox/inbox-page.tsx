import Headset from 'lucide-react/icons/headset'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { searchPath } from '../../../features/chat/chat-api.ts'
import { actingHeaders } from '../../../features/end-users/act-as.ts'
import { InboxTabs } from '../inbox-tabs.tsx'
import { InboxList } from './inbox-list.tsx'

export function InboxPage() {
  return (
    <Page
      title="Inbox"
      about="Conversations of all end users, as they happen. Take one over to answer in place of the agent."
      calls={[
        {
          title: 'Search threads',
          call: { method: 'POST', path: searchPath, headers: actingHeaders(), body: { limit: 30 } },
        },
      ]}
    >
      <InboxTabs />
      <InboxList
        empty={
          <EmptyState icon={<Headset size={24} aria-hidden />} title="No conversations yet">
            Conversations that end users have with your agents appear here immediately.
          </EmptyState>
        }
      />
    </Page>
  )
}
