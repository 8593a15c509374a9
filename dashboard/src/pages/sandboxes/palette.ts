import Play from 'lucide-react/icons/play'
import { actAs } from '../../features/end-users/act-as.ts'
import { executionPath, sessionPath, sessionsPath } from '../../features/sandboxes/sandbox-paths.ts'
import { sessionName } from '../../features/sandboxes/session-name.ts'
import { href } from '../../href.ts'
import { type FoundObject, type PaletteEntries, paletteLimit } from '../manifest.ts'
import { sandboxRoutes } from './routes.ts'

const foundSession = (session: { id: string; threadId: string }): FoundObject => ({
  id: session.id,
  kind: 'Sandbox session',
  label: sessionName(session),
  to: href(sandboxRoutes.session, { id: session.id }),
})

const foundExecution = ({ id }: { id: string }): FoundObject => ({
  id,
  kind: 'Execution',
  label: `…${id.slice(-8)}`,
  to: href(sandboxRoutes.execution, { id }),
})

export const entries: PaletteEntries = {
  actions: [
    { label: 'Run a script', keywords: 'code playground', to: sandboxRoutes.playground, icon: Play },
    { label: 'Create a sandbox session', to: `${sandboxRoutes.sessions}?new=1` },
  ],
  finders: [
    {
      byId: async (api, id, signal) =>
        foundSession(await actAs(api).get(sessionPath, { params: { id }, signal })),
      // By the whole ID of the thread alone: sessions have no other name.
      byName: async (api, threadId, signal) =>
        (await actAs(api).get(sessionsPath, { query: { threadId, limit: paletteLimit }, signal })).map(
          foundSession,
        ),
    },
    {
      byId: async (api, executionId, signal) =>
        foundExecution(await actAs(api).get(executionPath, { params: { executionId }, signal })),
    },
  ],
}
