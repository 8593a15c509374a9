import type { Execution, ExecutionUsage, endFields } from '../../schema/execution.ts'
import type { ExecutionDetail, ExecutionStep } from '../../schema/execution-detail.ts'
import type { Pause } from '../../schema/pause.ts'
import type { Statistics } from '../../schema/statistics.ts'

const at = '2026-01-02T03:04:05.678Z'
const endedAt = '2026-01-02T03:04:05.702Z'
const projectId = '0199f1a0-0000-7000-8000-000000000001'

export const workflowParams = { id: '0199f1a0-0000-7000-8000-0000000000a1' }
export const executionParams = { id: '0199f1a0-0000-7000-8000-0000000000e1' }
export const threadParams = { threadId: '0199f1a0-0000-7000-8000-0000000000f1' }

export const wholeEnd: Pick<Execution, keyof typeof endFields> = {
  stoppedBy: null,
  stoppedParts: [],
  isEndSkipped: false,
}

export const exampleUsage: ExecutionUsage = {
  credits: 1,
  usdCost: 0.001,
  breakdown: { ai_model: 0, tool: 1, sandbox: 0, browser: 0, workflow: 0, media: 0 },
}

export const exampleExecution: Execution = {
  id: executionParams.id,
  workflowId: workflowParams.id,
  workflowName: 'Greeting',
  workflowType: 'static',
  version: '1.0.0',
  projectId,
  eUID: projectId,
  userId: projectId,
  isOwnExecution: true,
  threadId: threadParams.threadId,
  assistantId: null,
  triggerId: null,
  retryOf: null,
  inputData: { name: 'Ada' },
  outputData: { greeting: 'Hello ADA' },
  status: 'completed',
  currentNodeId: null,
  resumesAt: null,
  executionSummary: { completedNodes: ['start', 'shout', 'end'], failedNodes: [], errors: [], totalNodes: 3 },
  ...wholeEnd,
  error: null,
  executionMode: 'production',
  metadata: null,
  startedAt: at,
  begunAt: at,
  completedAt: endedAt,
  executionDurationMs: 24,
  usage: exampleUsage,
}

const exampleStep: ExecutionStep = {
  nodeId: 'shout',
  step: 'shout',
  name: 'shout',
  type: 'action',
  status: 'completed',
  stoppedBy: null,
  input: { arguments: { text: 'Ada', to: 'upper' } },
  output: { text: 'ADA' },
  outputFileId: null,
  error: null,
  attempts: 1,
  tries: 1,
  maybeRepeated: false,
  source: 'live',
  startedAt: at,
  durationMs: 6,
  credits: 1,
  logs: [],
  toolLogId: '0199f1a0-0000-7000-8000-0000000000b1',
  modelCallId: null,
  model: null,
  tokens: null,
  subflowVersion: null,
  pauseId: null,
  decisions: [],
}

export const exampleDetail: ExecutionDetail = {
  ...exampleExecution,
  steps: [exampleStep],
  stepCount: 3,
  state: { currentNodeIds: [], pauses: [], resumesAt: null },
  payloadsStored: true,
}

export const examplePause: Pause = {
  id: '0199f1a0-0000-7000-8000-0000000000d1',
  executionId: executionParams.id,
  threadId: threadParams.threadId,
  workflowId: workflowParams.id,
  workflowName: 'Refund',
  eUID: projectId,
  kind: 'human_wait',
  nodeId: 'approve',
  step: 'approve',
  message: 'Refund 40 EUR to Ada?',
  request: { message: 'Refund 40 EUR to Ada?', inputSchema: null },
  assignee: 'finance',
  decidedBy: 'operator',
  expiresAt: null,
  onTimeout: 'fail',
  createdAt: at,
}

export const exampleStatistics: Statistics = {
  workflow: {
    id: workflowParams.id,
    name: 'Greeting',
    workflowType: 'static',
    isActive: true,
    lastExecutedAt: at,
    lastProductionError: null,
  },
  health: {
    total: 3,
    completed: 3,
    stopped: 0,
    failed: 0,
    timeout: 0,
    cancelled: 0,
    paused: 0,
    running: 0,
    successRate: 1,
    durationMinMs: 18,
    durationAvgMs: 24,
    durationMaxMs: 31,
    byMode: { test: 0, production: 3 },
  },
  credits: {
    totalCredits: 3,
    totalUsd: 0.003,
    byType: { ai_model: 0, tool: 3, sandbox: 0, browser: 0, workflow: 0, media: 0, connected_account: 0 },
    minCreditsPerRun: 1,
    maxCreditsPerRun: 1,
    avgCreditsPerRun: 1,
    attributedRunCount: 3,
    unattributedCreditRows: 0,
  },
  tools: [{ toolSlug: 'text_change_case', calls: 3, successful: 3, failed: 0, credits: 3, usdCost: 0.003 }],
  models: [],
  triggers: [],
  recentExecutions: [
    {
      id: executionParams.id,
      status: 'completed',
      ...wholeEnd,
      executionMode: 'production',
      startedAt: at,
      completedAt: endedAt,
      executionDurationMs: 24,
      credits: 1,
    },
  ],
  recentCreditLogs: [],
  recentToolLogs: [],
  from: '2025-12-03T03:04:05.678Z',
  to: at,
}
