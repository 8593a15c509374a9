import type { OpenRequest, OpenStreams } from '../src/kernel/http/streams/open-streams.ts'

/** A stream that the owner has opened and that can be read on. */
export function openStreamOf(openStreams: OpenStreams, ownerId: string, more: Partial<OpenRequest> = {}) {
  const controller = new AbortController()
  openStreams.add(
    { owners: [ownerId], controller, canResume: true, findRefusal: async () => null, ...more },
    { isStream: true },
  )
  return controller
}
