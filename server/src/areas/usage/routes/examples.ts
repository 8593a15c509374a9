/** Values of the documentation, which the contract tests send as well. */
export const exampleIds = {
  entry: '0199f1a0-0000-7000-8000-000000000051',
  cap: '0199f1a0-0000-7000-8000-000000000052',
  request: '0199f1a0-0000-7000-8000-000000000053',
  hold: '0199f1a0-0000-7000-8000-000000000054',
  user: '0199f1a0-0000-7000-8000-000000000055',
  execution: '0199f1a0-0000-7000-8000-000000000056',
}

const subject = {
  eUID: exampleIds.user,
  workflowId: null,
  executionId: exampleIds.execution,
  threadId: null,
  runId: null,
  toolSlug: 'http_request',
  modelId: null,
  apiKeyId: null,
}

export const exampleEntry = {
  id: exampleIds.entry,
  type: 'tool',
  entryType: 'debit',
  creditAmount: 2,
  delta: -2,
  balanceAfter: 998,
  usdCost: 0.002,
  status: 'settled',
  ...subject,
  requestedModelId: null,
  workId: 'tool-execution:0199f1a0-0000-7000-8000-000000000056',
  quantity: { calls: 1 },
  priceRef: 'tool.default',
  metadata: {},
  createdAt: '2026-01-02T03:04:05.678Z',
}

export const exampleHold = {
  id: exampleIds.hold,
  workId: exampleEntry.workId,
  type: 'tool',
  credits: 2,
  ...subject,
  ageSeconds: 3,
  isExpired: false,
  createdAt: '2026-01-02T03:04:05.678Z',
  expiresAt: '2026-01-02T04:04:05.678Z',
}

const total = {
  credits: 2,
  usdCost: 0.002,
  entries: 1,
  breakdown: [{ type: 'tool', credits: 2, usdCost: 0.002, entries: 1 }],
}

export const exampleWork = { id: exampleIds.execution, ...total, held: 0 }

export const exampleSummary = {
  from: '2026-01-02T00:00:00.000Z',
  to: '2026-01-03T00:00:00.000Z',
  ...total,
  blockingCaps: 0,
  series: [{ from: '2026-01-02T00:00:00.000Z', credits: 2, usdCost: 0.002, entries: 1 }],
}

export const exampleBalance = {
  balance: 998,
  unlimited: false,
  currency: 'credits',
  held: 2,
  available: 996,
  lowBalance: false,
  lowBalanceAt: 100,
  monthlyGrant: null,
  renewsAt: null,
}

export const exampleCap = {
  id: exampleIds.cap,
  scope: 'external_user',
  scopeId: exampleIds.user,
  period: 'month',
  credits: 500,
  action: 'block',
  origin: 'cap',
  setBy: 'project',
  used: 120.5,
  held: 2,
  extraCredits: 0,
  available: 377.5,
  isBlocking: false,
  periodStart: '2026-01-01T00:00:00.000Z',
  resetsAt: '2026-02-01T00:00:00.000Z',
  createdAt: '2026-01-02T03:04:05.678Z',
  updatedAt: '2026-01-02T03:04:05.678Z',
}

export const exampleRequest = {
  id: exampleIds.request,
  capId: exampleIds.cap,
  status: 'pending',
  eUID: exampleIds.user,
  needed: 12,
  available: 3.5,
  granted: null,
  reason: null,
  periodStart: '2026-01-01T00:00:00.000Z',
  createdAt: '2026-01-02T03:04:05.678Z',
  decidedAt: null,
}
