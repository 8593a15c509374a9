import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

type PoolStats = { total: number; idle: number; waiting: number }
type Observation = { method: string; route: string; status: number; seconds: number }

// Finding a series by its labels costs a tenth of a small request when it is done between two of them, and hardly
// anything in a loop; a loop of this length is not noticed by the caller that comes next.
const batchSize = 250

const miscalled = ['handles', 'requests', 'resources'].map((each) => `nodejs_active_${each}_total`)

/** What Prometheus can read: requests by route and status, the process, the database pool. */
export function createMetrics(deps: {
  poolStats(): PoolStats
  restarts: number
  openStreams(): number
  strandedRuns(): { kind: string; runs: number }[]
}) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // Sums by type, which the library names like counters; the same by type stay.
  for (const name of miscalled) registry.removeSingleMetric(name)
  const requests = new Histogram({
    name: 'stoa_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
    collect: () => note(),
  })
  const waiting: Observation[] = []
  function note() {
    for (const { method, route, status, seconds } of waiting.splice(0))
      requests.labels(method, route, String(status)).observe(seconds)
  }
  new Gauge({
    name: 'stoa_db_connections',
    help: 'Connections of the database pool by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { total, idle, waiting } = deps.poolStats()
      this.set({ state: 'busy' }, total - idle)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'waiting' }, waiting)
    },
  })
  new Gauge({
    name: 'stoa_process_restarts',
    help: 'How often the supervisor has restarted this server after a crash',
    registers: [registry],
  }).set(deps.restarts)
  new Gauge({
    name: 'stoa_open_streams',
    help: 'Event streams and WebSockets that clients hold open',
    registers: [registry],
    collect() {
      this.set(deps.openStreams())
    },
  })
  new Gauge({
    name: 'stoa_stranded_runs',
    help: 'Runs that are due and of a kind that no node has known for a while',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { kind, runs } of deps.strandedRuns()) this.set({ kind }, runs)
    },
  })
  return {
    /** Routes are patterns, never paths, so that the number of series stays bounded. */
    observe(observation: Observation) {
      if (waiting.push(observation) >= batchSize) note()
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

export type Metrics = ReturnType<typeof createMetrics>
