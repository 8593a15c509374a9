import type { Eval, EvalReport, Replay } from '../../schema/replay.ts'
import { exampleExecution, workflowParams } from './examples.ts'

const { id: executionId, inputData, outputData, projectId, version } = exampleExecution
const completed = { status: 'completed', error: null } as const
const outcome = { ...completed, output: outputData }
const greeting = { path: '/greeting', kind: 'changed', before: 'Hello ADA', after: 'Dear ADA' } as const
const after = { ...completed, output: { greeting: 'Dear ADA' } }

export const evalParams = { ...workflowParams, evalId: '0199f1a0-0000-7000-8000-0000000000c1' }

export const exampleReplay: Replay = {
  executionId,
  fromVersion: version,
  toVersion: '1.0.1',
  isGreen: false,
  counts: { same: 2, changed: 1, new: 0, gone: 0, unmatched: 0 },
  nodes: [
    {
      nodeId: 'end',
      step: 'end',
      type: 'end',
      verdict: 'changed',
      before: completed,
      after: completed,
      changes: [greeting],
    },
  ],
  result: {
    verdict: 'changed',
    before: outcome,
    after,
    changes: [{ ...greeting, path: '/output/greeting' }],
  },
}

export const exampleEval: Eval = {
  id: evalParams.evalId,
  workflowId: workflowParams.id,
  name: 'Ada',
  executionId,
  eUID: projectId,
  version,
  input: inputData,
  output: outputData,
  checks: [],
  createdAt: '2026-01-02T03:04:05.678Z',
  createdBy: null,
}

export const exampleReport: EvalReport = {
  workflowId: workflowParams.id,
  version: '1.0.1',
  total: 1,
  passed: 1,
  failed: 0,
  results: [
    {
      evalId: evalParams.evalId,
      name: 'Ada',
      executionId,
      passed: true,
      isSameResult: true,
      unmatchedNodes: [],
      checks: [],
      after: outcome,
      changes: [],
    },
  ],
}
