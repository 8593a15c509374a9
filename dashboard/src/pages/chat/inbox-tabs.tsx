import { Tabs } from '../../components/layout/tabs.tsx'
import { chatRoutes } from './routes.ts'

export const InboxTabs = () => (
  <Tabs
    label="Inbox"
    tabs={[
      { to: chatRoutes.inbox, label: 'Conversations' },
      { to: chatRoutes.feedback, label: 'Feedback' },
    ]}
  />
)
