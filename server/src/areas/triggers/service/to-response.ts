import type { Invocation } from '../schema/invocation.ts'
import type { ListedTrigger, Trigger } from '../schema/trigger.ts'
import type { ListedInvocation } from '../store/read-invocations.ts'
import { builtInType, isSubscription } from './config.ts'

export type Showing = {
  versionLabel(version: number): string
  urlOf(row: ListedTrigger): string | null
}

export const toTrigger = (row: ListedTrigger, { versionLabel, urlOf }: Showing): Trigger => ({
  triggerId: row.id,
  slug: row.slug,
  name: row.name,
  kind: builtInType(row.slug)?.kind ?? (isSubscription(row) ? 'webhook' : 'poll'),
  workflowId: row.workflowId,
  connectedAccountId: row.connectedAccountId,
  triggerConfig: row.config,
  status: row.status,
  statusReason: row.statusReason,
  isDisabled: row.status !== 'active',
  nextRunAt: row.nextRunAt,
  lastRunAt: row.lastRunAt,
  lastSuccessAt: row.lastSuccessAt,
  consecutiveFailures: row.consecutiveFailures,
  cursor: null,
  webhookUrl: urlOf(row),
  version: row.workflowVersion === null ? null : versionLabel(row.workflowVersion),
  ownerId: row.userId,
  revision: row.revision,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

export const toInvocation = (row: ListedInvocation): Invocation => ({
  id: row.id,
  triggerId: row.triggerId,
  toolSlug: row.slug,
  source: row.source,
  status: row.status,
  isTest: row.isTest,
  depth: row.depth,
  scheduledAt: row.slotAt,
  workflowId: row.workflowId,
  executionId: row.executionId,
  replayOf: row.replayOf,
  error: row.error,
  createdAt: row.createdAt,
  startedAt: row.startedAt,
  endedAt: row.endedAt,
})
