import AppWindow from 'lucide-react/icons/app-window'
import { profilePath, sessionPath } from '../../features/browsers/browser-paths.ts'
import { sessionName } from '../../features/browsers/session-name.ts'
import { actAs } from '../../features/end-users/act-as.ts'
import { href } from '../../href.ts'
import type { PaletteEntries } from '../manifest.ts'
import { browserRoutes } from './routes.ts'

export const entries: PaletteEntries = {
  actions: [
    {
      label: 'Create a browser session',
      keywords: 'open web page',
      to: `${browserRoutes.sessions}?new=1`,
      icon: AppWindow,
    },
  ],
  finders: [
    {
      byId: async (api, sessionId, signal) => {
        const session = await actAs(api).get(sessionPath, { params: { sessionId }, signal })
        return {
          id: session.id,
          kind: 'Browser session',
          label: sessionName(session),
          to: href(browserRoutes.session, { id: session.id }),
        }
      },
    },
    {
      byId: async (api, profileId, signal) => {
        const { id, name } = await actAs(api).get(profilePath, { params: { profileId }, signal })
        return { id, kind: 'Browser profile', label: name, to: browserRoutes.profiles }
      },
    },
  ],
}
