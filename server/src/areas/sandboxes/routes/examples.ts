export const exampleSession = {
  id: '0199f1a0-0000-7000-8000-000000000050',
  status: 'running',
  isolation: 'process',
  templateId: 'default',
  threadId: 'http:0199f1a0-0000-7000-8000-000000000051',
  workflowId: null,
  eUID: '0199f1a0-0000-7000-8000-000000000001',
  metadata: {},
  network: 'none',
  allowedHosts: [],
  envNames: [],
  onTimeout: 'pause',
  idleTimeoutSec: 900,
  maxDurationSec: 3600,
  limits: { cpuMs: 20_000, memoryMb: 128, diskMb: 32 },
  executionCount: 0,
  creditsUsed: 0,
  createdAt: '2026-01-02T03:04:05.678Z',
  lastActivityAt: '2026-01-02T03:04:05.678Z',
  expiresAt: '2026-01-02T04:04:05.678Z',
  pausedAt: null,
  endedAt: null,
  endedReason: null,
} as const

export const exampleResult = {
  id: '0199f1a0-0000-7000-8000-000000000052',
  status: 'succeeded',
  language: 'javascript',
  result: { value: 3 },
  error: null,
  errorCode: null,
  trace: null,
  stdout: 'adding\n',
  stderr: '',
  truncated: { stdout: false, stderr: false },
  durationMs: 12,
  queuedMs: 1,
  creditsUsed: 0.00024,
  stateLost: false,
} as const

const sum = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

export const exampleExecution = {
  ...exampleResult,
  sessionId: exampleSession.id,
  rerunOf: null,
  eUID: exampleSession.eUID,
  source: 'console.log("adding"); return state.a + state.b',
  state: { a: 1, b: 2 },
  receipt: {
    sourceSha256: sum,
    stateSha256: sum,
    outputSha256: sum,
    engine: 'quickjs-wasi',
    limits: { timeoutMs: 8000, memoryMb: 128 },
    egress: { allowedHosts: [], requests: [] },
    envNames: [],
  },
  createdAt: '2026-01-02T03:04:05.678Z',
  endedAt: '2026-01-02T03:04:05.690Z',
} as const

export const exampleSummary = {
  id: exampleResult.id,
  status: 'failed',
  language: 'javascript',
  sourceStart: 'return state.order.total',
  error: "TypeError: cannot read property 'total' of undefined",
  errorCode: 'script_error',
  durationMs: 9,
  creditsUsed: 0.00018,
  sessionId: exampleSession.id,
  rerunOf: null,
  eUID: exampleSession.eUID,
  createdAt: '2026-01-02T03:04:05.678Z',
  endedAt: '2026-01-02T03:04:05.690Z',
} as const

export const exampleSource = {
  language: 'javascript',
  source: 'console.log("adding"); return state.a + state.b',
  state: { a: 1, b: 2 },
} as const

export const exampleRerun = {
  verdict: 'same',
  original: { id: exampleResult.id, outputSha256: sum },
  execution: { ...exampleResult, id: '0199f1a0-0000-7000-8000-000000000053' },
  outputSha256: sum,
  isFreshState: true,
} as const

export const exampleFile = { path: 'data/table.csv', sizeBytes: 120 }
