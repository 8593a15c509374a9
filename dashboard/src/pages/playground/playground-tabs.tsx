import { addresses } from '../../addresses.ts'
import { Tabs } from '../../components/layout/tabs.tsx'
import { allMediaKinds, mediaKinds } from '../../features/media/media-kinds.ts'

export const PlaygroundTabs = () => (
  <Tabs
    label="Playground"
    tabs={[
      { to: addresses.modelPlayground, label: 'Chat' },
      ...allMediaKinds.map((kind) => ({
        to: addresses.mediaPlayground.replace('{kind}', mediaKinds[kind].slug),
        label: mediaKinds[kind].label,
      })),
    ]}
  />
)
