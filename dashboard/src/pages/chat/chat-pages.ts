export { InboxPage } from './inbox/inbox-page.tsx'
export { InboxThreadPage } from './inbox/inbox-thread-page.tsx'
export { StartPage } from './start/start-page.tsx'
export { ThreadPage } from './thread-page.tsx'
