import type { BrowserEvent } from '@stoa/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { eventsPath } from '../../../features/browsers/browser-paths.ts'
import { actAs } from '../../../features/end-users/act-as.ts'
import { useProject, useRead } from '../../../project.ts'

const everyMs = 1_500
const pageSize = 100

/** The event log, oldest first. Each time, only what came after the last known event is read. */
export function useSessionEvents(sessionId: string, isAlive: boolean) {
  const client = useQueryClient()
  const { project } = useProject()
  const key = ['browsers', 'events', sessionId]
  return useRead<readonly BrowserEvent[]>(
    key,
    async (api, signal) => {
      const events = [...(client.getQueryData<readonly BrowserEvent[]>([project.id, ...key]) ?? [])]
      for (;;) {
        const query = { after: events.at(-1)?.number ?? 0, limit: pageSize }
        const more = await actAs(api).get(eventsPath, { params: { sessionId }, query, signal })
        events.push(...more)
        if (more.length < pageSize) return events
      }
    },
    { refetchInterval: isAlive ? everyMs : false },
  )
}
