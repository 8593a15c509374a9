import type { Workflows } from '../../workflows/index.ts'
import type { CronConfig } from '../schema/config.ts'
import type { TriggerRow } from '../schema/trigger.ts'
import { lockRegisteredOfWorkflow } from '../store/registration.ts'
import { lockOfWorkflow } from '../store/trigger.ts'
import { builtInType } from './config.ts'
import { configInvalid, triggerNotFound } from './refusals.ts'
import type { Unregistering } from './toolkits/unregistering.ts'
import type { Writing } from './writing.ts'

type ApplyEntries = Parameters<Workflows['triggered']['registerEntries']>[0]
type Entry = Parameters<ApplyEntries>[3]['next'][number]

/** How the workflow lists a trigger. */
export function entryOf({ slug, config }: TriggerRow): Entry {
  if (slug !== 'cron') return { kind: 'trigger_tool', toolSlug: slug }
  const { expression, timezone } = config as CronConfig
  return { kind: 'cron', expression, timezone }
}

/** What an entry says of the configuration; what it does not name stays. */
const configOf = ({ kind, expression, timezone, triggerToolInput }: Entry): Record<string, unknown> =>
  kind === 'cron' ? { expression, ...(timezone === undefined ? {} : { timezone }) } : (triggerToolInput ?? {})

/**
 * The entries of a workflow become its triggers: those without an id are created, those that are named are changed, and
 * those that were listed and are missing now are deleted. They belong to the owner of the workflow.
 */
export const createApplyEntries =
  (writing: Writing, unregistering: Pick<Unregistering, 'begin'>): ApplyEntries =>
  async (tx, scope, workflow, { was, next, isDeleted = false }) => {
    const existing = new Map((await lockOfWorkflow(tx, workflow)).map((row) => [row.id, row]))
    const named = new Set(next.map(({ triggerId }) => triggerId))
    for (const { triggerId = '' } of was) {
      const row = named.has(triggerId) ? undefined : existing.get(triggerId)
      if (row) await writing.remove(tx, scope, row)
    }
    // Those of others are deleted with it, and would stay registered at their services.
    if (isDeleted)
      for (const row of await lockRegisteredOfWorkflow(tx, workflow)) await unregistering.begin(tx, row)
    const { projectId, id: workflowId, userId } = workflow
    const isOwn = scope.externalUser.id === userId
    const owner = isOwn ? scope.externalUser : { id: userId, name: '' }
    const entries: Entry[] = []
    for (const entry of next) {
      if (entry.kind === 'manual') {
        entries.push(entry)
        continue
      }
      const known = entry.triggerId === undefined ? undefined : existing.get(entry.triggerId)
      if (entry.triggerId !== undefined && !known) throw triggerNotFound()
      const slug = known?.slug ?? (entry.kind === 'cron' ? 'cron' : (entry.toolSlug ?? ''))
      if (!known && builtInType(slug) === null) throw needsUpsert(slug)
      const config = await writing.checked(scope, slug, { ...known?.config, ...configOf(entry) })
      const key = { projectId, userId, slug, name: '', workflowId, connectedAccountId: null }
      const { row } = known
        ? await writing.update(tx, scope, known, { config })
        : await writing.upsert(tx, scope, owner, key, { config })
      entries.push({ ...entry, ...entryOf(row), triggerId: row.id })
    }
    return entries
  }

/** Such a trigger begins with a call of its service. */
const needsUpsert = (slug: string) =>
  configInvalid(
    [
      {
        in: 'body',
        path: '/triggers',
        rule: 'unsupported',
        message: `cannot create ${slug} with the workflow`,
      },
    ],
    `Create it with POST /api/v1/trigger_instances/${slug.slice(0, 100)}/upsert and the workflowId.`,
  )
