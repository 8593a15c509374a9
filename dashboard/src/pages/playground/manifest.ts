import MessagesSquare from 'lucide-react/icons/messages-square'
import type { PageManifest } from '../manifest.ts'
import { playgroundRoutes } from './routes.ts'

export const manifest: PageManifest = {
  routes: [
    {
      path: playgroundRoutes.chat,
      title: 'Model playground',
      load: () => import('./chat/chat-page.tsx').then((module) => module.ModelPlaygroundPage),
    },
    {
      path: playgroundRoutes.media,
      load: () => import('./media/media-page.tsx').then((module) => module.MediaPlaygroundPage),
    },
  ],
  navigation: [
    {
      group: 'Build',
      label: 'Playground',
      to: playgroundRoutes.chat,
      icon: MessagesSquare,
      key: 'p',
      keywords: 'chat model prompt compare image speech voice transcription video media',
    },
  ],
}
