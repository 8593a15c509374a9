import { Tabs } from '../../components/layout/tabs.tsx'
import { allMediaKinds, mediaKinds } from '../../features/media/media-kinds.ts'
import { href } from '../../href.ts'
import { playgroundRoutes } from './routes.ts'

export const PlaygroundTabs = () => (
  <Tabs
    label="Playground"
    tabs={[
      { to: playgroundRoutes.chat, label: 'Chat' },
      ...allMediaKinds.map((kind) => ({
        to: href(playgroundRoutes.media, { kind: mediaKinds[kind].slug }),
        label: mediaKinds[kind].label,
      })),
    ]}
  />
)
