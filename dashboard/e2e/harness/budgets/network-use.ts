import type { Page } from 'playwright-core'

/** Times are seconds since 1970. */
type Request = { url: string; startedAt: number; finishedAt: number | null; bytes: number }

export type NetworkUse = {
  /** Of finished responses with such URLs, compressed as they came. */
  kilobytes: number
  requests: number
  /**
   * How many round trips follow one another: a request that began after another was finished may have waited for it.
   * Only where the network has a latency, since without one everything is finished before the next begins.
   */
  roundTrips: number
}

const megabitPerSecond = 1_000_000 / 8

/** As a mobile connection of the third generation: half of what they promise. */
export const thirdGeneration = { latencyMs: 300, bytesPerSecond: 1.6 * megabitPerSecond }

type Emulated = typeof thirdGeneration

/** Counts what a page loads, in bytes and requests, which do not depend on how busy the machine is. */
export async function watchNetwork(page: Page, emulated?: Emulated) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  if (emulated) {
    const { latencyMs, bytesPerSecond } = emulated
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: latencyMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    })
  }
  const requests = new Map<string, Request>()
  // What the clock of the browser has to be added to: its events have the time since it was started.
  let epoch = 0
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp, wallTime }) => {
    epoch ||= wallTime - timestamp
    requests.set(requestId, { url: request.url, startedAt: timestamp + epoch, finishedAt: null, bytes: 0 })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    const request = requests.get(requestId)
    if (request) Object.assign(request, { finishedAt: timestamp + epoch, bytes: encodedDataLength })
  })
  return {
    /** Of what has finished so far, or until then. */
    use(isCounted: (url: string) => boolean = () => true, until = Number.POSITIVE_INFINITY): NetworkUse {
      const finished = [...requests.values()].filter(
        ({ url, finishedAt }) => finishedAt !== null && finishedAt <= until && isCounted(url),
      )
      const bytes = finished.reduce((sum, request) => sum + request.bytes, 0)
      return {
        kilobytes: Math.ceil(bytes / 1024),
        requests: finished.length,
        roundTrips: longestChain(finished),
      }
    },
    forget: () => requests.clear(),
  }
}

function longestChain(requests: readonly Request[]): number {
  const depths = new Map<Request, number>()
  for (const request of [...requests].sort((left, right) => left.startedAt - right.startedAt)) {
    const earlier = [...depths].filter(([{ finishedAt }]) => finishedAt! <= request.startedAt)
    depths.set(request, 1 + Math.max(0, ...earlier.map(([, depth]) => depth)))
  }
  return Math.max(0, ...depths.values())
}
