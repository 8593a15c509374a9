import { Tabs } from '../../components/layout/tabs.tsx'
import { allMediaKinds, mediaKinds } from '../../features/media/media-kinds.ts'
import { href } from '../../href.ts'
import { playgroundAddresses } from './addresses.ts'

export const PlaygroundTabs = () => (
  <Tabs
    label="Playground"
    tabs={[
      { to: playgroundAddresses.chat, label: 'Chat' },
      ...allMediaKinds.map((kind) => ({
        to: href(playgroundAddresses.media, { kind: mediaKinds[kind].slug }),
        label: mediaKinds[kind].label,
      })),
    ]}
  />
)
