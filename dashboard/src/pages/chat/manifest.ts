import BotMessageSquare from 'lucide-react/icons/bot-message-square'
import Headset from 'lucide-react/icons/headset'
import type { PageManifest } from '../manifest.ts'
import { chatRoutes as at } from './routes.ts'

// One file for all of them: each import adds the names of what it needs to the first load.
const pages = () => import('./chat-pages.ts')

export const manifest: PageManifest = {
  routes: [
    { path: at.list, title: 'Chat', load: () => pages().then((module) => module.StartPage) },
    { path: at.thread, load: () => pages().then((module) => module.ThreadPage) },
    { path: at.compare, load: () => pages().then((module) => module.ComparePage) },
    { path: at.inbox, title: 'Inbox', load: () => pages().then((module) => module.InboxPage) },
    {
      path: at.feedback,
      title: 'Feedback',
      keywords: 'ratings thumbs comments agents versions',
      load: () => pages().then((module) => module.FeedbackPage),
    },
    { path: at.inboxThread, load: () => pages().then((module) => module.InboxThreadPage) },
  ],
  navigation: [
    {
      group: 'Build',
      label: 'Chat',
      to: at.list,
      icon: BotMessageSquare,
      key: 'c',
      keywords: 'agents threads conversations messages',
    },
    {
      group: 'People',
      label: 'Inbox',
      to: at.inbox,
      covers: [at.feedback],
      icon: Headset,
      key: 'd',
      keywords: 'operators takeover live chat threads support',
    },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
