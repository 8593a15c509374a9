import type { ExecutionLog, ExecutionLogDetail, ExecutionResult } from '../schema/execution.ts'
import type { Tool, ToolDetail } from '../schema/tool.ts'

const id = '0199f1a0-0000-7000-8000-000000000061'
const at = '2026-01-02T03:04:05.678Z'

export const exampleToolBody = {
  slug: 'add_numbers',
  name: 'Add numbers',
  description: 'Adds two numbers.',
  toolkitSlug: 'my-tools',
  inputParameters: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  },
  noAuth: true,
  script: { language: 'javascript', source: 'return { sum: state.a + state.b }' },
}

export const exampleListed: Tool = {
  id,
  slug: 'add_numbers',
  name: 'Add numbers',
  description: 'Adds two numbers.',
  instructions: '',
  toolkitSlug: 'my-tools',
  provider: 'LOCAL',
  type: 'action',
  noAuth: true,
  scopes: [],
  tags: [],
  isImportant: false,
  popularityScore: 0,
  version: '1.0.0',
  availableVersions: ['1.0.0'],
  isDeprecated: false,
  isDisabled: false,
  executionCreditCost: 2,
  hints: { isReadOnly: null, isDestructive: null, isIdempotent: null },
  inputParameters: exampleToolBody.inputParameters,
  outputParameters: { type: 'object' },
  schemaTokens: 40,
  fieldModifiers: {},
  script: 'javascript',
  isExecutable: true,
  triggerThreadKey: null,
  ragContentHash: 'c0ffee',
  ragSyncedAt: at,
  createdAt: at,
  updatedAt: at,
}

export const exampleTool: ToolDetail = {
  ...exampleListed,
  http: null,
  scriptSource: exampleToolBody.script.source,
  browser: null,
  allowedHosts: [],
}

export const exampleParams = { id: exampleTool.slug }

export const exampleResult: ExecutionResult = {
  successful: true,
  data: { sum: 3 },
  error: null,
  errorCode: null,
  logId: id,
  toolSlug: 'add_numbers',
  version: '1.0.0',
  durationMs: 12,
  creditsCharged: 2,
  connectedAccountId: null,
  upstreamStatus: null,
  retryAfter: null,
  retryAfterMs: null,
  tries: 1,
  truncated: false,
  fileId: null,
  warnings: [],
  sessionInfo: null,
  dryRun: false,
  request: null,
}

export const exampleListedLog: ExecutionLog = {
  id,
  logId: id,
  toolSlug: 'add_numbers',
  toolkitSlug: 'my-tools',
  version: '1.0.0',
  logKind: 'actions',
  status: 'succeeded',
  successful: true,
  error: null,
  errorCode: null,
  upstreamStatus: null,
  connectedAccountId: null,
  workflowId: null,
  threadId: null,
  mcpServerId: null,
  eUID: '0199f1a0-0000-7000-8000-000000000001',
  tries: 1,
  durationMs: 12,
  creditsCharged: 2,
  truncated: false,
  fileId: null,
  createdAt: at,
  endedAt: at,
}

export const exampleLog: ExecutionLogDetail = {
  ...exampleListedLog,
  arguments: { a: 1, b: 2 },
  result: { sum: 3 },
}

export const exampleFixture = {
  id,
  name: 'one and two',
  toolSlug: 'add_numbers',
  version: '1.0.0',
  logId: id,
  connectedAccountId: null,
  arguments: { a: 1, b: 2 },
  outcome: { successful: true, data: { sum: 3 }, errorCode: null },
  ignoredPaths: [],
  lastVerdict: null,
  lastReplayedAt: null,
  eUID: exampleLog.eUID,
  createdAt: at,
}

export const exampleReplay = {
  fixtureId: id,
  name: 'one and two',
  toolSlug: 'add_numbers',
  verdict: 'same',
  mode: 'execute',
  fromVersion: '1.0.0',
  toVersion: '1.0.0',
  changes: [],
  faults: [],
  logId: id,
  error: null,
}

export const exampleQuestion = {
  id,
  question: 'Send the invoice to Ada?',
  options: ['Yes', 'No'],
  context: {},
  status: 'waiting',
  answer: null,
  answeredBy: null,
  eUID: exampleLog.eUID,
  executionId: exampleLog.id,
  createdAt: at,
  expiresAt: '2026-01-03T03:04:05.678Z',
  answeredAt: null,
}
