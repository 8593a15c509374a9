import type { Db } from '../../../kernel/db/db.ts'
import { isUuid } from '../../../kernel/ids.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Workflows } from '../../workflows/index.ts'
import type { WebhookConfig } from '../schema/config.ts'
import type { ListedTrigger, Trigger, TriggerDetail, TriggerQuery } from '../schema/trigger.ts'
import { findPause } from '../store/pause.ts'
import { findTrigger, listTriggers } from '../store/read-triggers.ts'
import { isSubscription } from './config.ts'
import { type HookSecrets, unsignedWarning } from './hooks/secrets.ts'
import { pausedWarning } from './pause.ts'
import { triggerNotFound } from './refusals.ts'
import type { TriggerSchedules } from './schedule.ts'
import { toTrigger } from './to-response.ts'
import { isRegistered, unregisteredWarning } from './toolkits/registering.ts'
import { uncertainWarning } from './toolkits/uncertain.ts'

export type ViewsDeps = {
  db: Db
  workflows: Pick<Workflows, 'triggered'>
  schedules: TriggerSchedules
  hookSecrets: HookSecrets
}

/** Triggers as callers read them. */
export function createViews({ db, workflows, schedules, hookSecrets }: ViewsDeps) {
  const { versionLabel } = workflows.triggered
  const shown = (row: ListedTrigger): Trigger => toTrigger(row, { versionLabel, urlOf: hookSecrets.urlOf })
  return {
    async get(scope: Scope, id: string): Promise<TriggerDetail> {
      const row = isUuid(id) ? await findTrigger(db, scope, id.toLowerCase()) : null
      if (!row) throw triggerNotFound()
      const isUnsigned = row.slug === 'webhook' && (row.config as WebhookConfig).signature === 'none'
      return {
        ...shown(row),
        nextRuns: schedules.nextRuns(row),
        oldSecretAcceptedUntil: row.oldSecretUntil,
        warnings: [
          ...(isUnsigned ? [unsignedWarning] : []),
          ...(isSubscription(row) && !isRegistered(row) ? [unregisteredWarning] : []),
          ...(row.registrationUncertainAt === null ? [] : [uncertainWarning]),
          ...((await findPause(db, row.projectId)) ? [pausedWarning] : []),
        ],
      }
    },
    async list(scope: Scope, query: TriggerQuery): Promise<Page<Trigger>> {
      const page = await listTriggers(db, scope, query)
      return { ...page, items: page.items.map(shown) }
    },
  }
}

export type Views = ReturnType<typeof createViews>
