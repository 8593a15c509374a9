import type { Trigger } from '../schema/trigger.ts'

export const base = '/api/v1/trigger_instances'
export const area = 'Triggers'

export const exampleTrigger: Trigger = {
  triggerId: '0199f1a0-0000-7000-8000-0000000000c1',
  slug: 'cron',
  name: '',
  kind: 'schedule',
  workflowId: '0199f1a0-0000-7000-8000-0000000000a1',
  connectedAccountId: null,
  triggerConfig: {
    expression: '0 9 * * 1-5',
    timezone: 'Europe/Berlin',
    misfirePolicy: 'run_once',
    jitterSec: 0,
    concurrency: 'allow',
  },
  status: 'active',
  statusReason: null,
  isDisabled: false,
  nextRunAt: '2026-01-02T08:00:00.000Z',
  lastRunAt: '2026-01-01T08:00:00.123Z',
  lastSuccessAt: '2026-01-01T08:00:04.567Z',
  consecutiveFailures: 0,
  cursor: null,
  webhookUrl: null,
  version: null,
  ownerId: '0199f1a0-0000-7000-8000-000000000001',
  revision: 1,
  createdAt: '2026-01-01T03:04:05.678Z',
  updatedAt: '2026-01-01T03:04:05.678Z',
}

export const exampleInvocation = {
  id: '0199f1a0-0000-7000-8000-0000000000c2',
  triggerId: exampleTrigger.triggerId,
  toolSlug: 'cron',
  source: 'cron',
  status: 'completed',
  isTest: false,
  depth: 1,
  scheduledAt: '2026-01-01T08:00:00.000Z',
  workflowId: exampleTrigger.workflowId,
  executionId: '0199f1a0-0000-7000-8000-0000000000a2',
  replayOf: null,
  error: null,
  createdAt: '2026-01-01T08:00:00.123Z',
  startedAt: '2026-01-01T08:00:00.234Z',
  endedAt: '2026-01-01T08:00:04.567Z',
} as const

export const triggerParams = { triggerId: exampleTrigger.triggerId }
