import MessagesSquare from 'lucide-react/icons/messages-square'
import type { PageManifest } from '../manifest.ts'
import { playgroundAddresses } from './addresses.ts'

export const manifest: PageManifest = {
  routes: [
    {
      address: playgroundAddresses.chat,
      title: 'Model playground',
      load: () => import('./chat/chat-page.tsx').then((module) => module.ModelPlaygroundPage),
    },
    {
      address: playgroundAddresses.media,
      load: () => import('./media/media-page.tsx').then((module) => module.MediaPlaygroundPage),
    },
  ],
  navigation: [
    {
      group: 'Build',
      label: 'Playground',
      to: playgroundAddresses.chat,
      icon: MessagesSquare,
      key: 'p',
      keywords: 'chat model prompt compare image speech voice transcription video media',
    },
  ],
}
