import { href } from '../../href.ts'
import { triggerRoutes } from '../../pages/triggers/routes.ts'

const base = '/api/v1/trigger_instances'
export const triggersPath = `${base}/active` as const
export const upsertPath = `${base}/{slug}/upsert` as const
export const triggerPath = `${base}/manage/{triggerId}` as const
export const statusPath = `${base}/manage/{triggerId}/status` as const
export const rotatePath = `${base}/manage/{triggerId}/rotate-secret` as const
export const testPath = `${base}/manage/{triggerId}/test` as const
export const coveragePath = `${base}/manage/{triggerId}/coverage` as const
export const backfillPath = `${base}/manage/{triggerId}/backfill` as const
export const invocationsPath = `${base}/invocation-logs` as const
export const invocationPath = `${base}/invocation-logs/{logId}` as const
export const replayPath = `${base}/invocation-logs/{logId}/replay-webhook` as const
export const statisticsPath = `${base}/statistics` as const
export const previewPath = `${base}/schedule-preview` as const
export const pausePath = `${base}/pause` as const
export const triggerTypesPath = '/api/v1/trigger_types'
export const triggerTypePath = '/api/v1/trigger_types/{slug}'

export const triggerUrl = (triggerId: string) => href(triggerRoutes.detail, { id: triggerId })
