import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Usage } from '../../usage/index.ts'
import type { NoticeItem, Notifications, ReadNotificationsBody } from '../schema.ts'
import { listRead, storeRead } from '../store/notification-read.ts'
import { pendingPauses, pendingProposals, pendingQuestions } from '../store/pending.ts'
import type { OverviewService } from './overview.ts'

export type NotificationDeps = {
  db: Db
  clock: Clock
  usage: Pick<Usage, 'blockingCaps'>
  overview: Pick<OverviewService, 'attention'>
}

/**
 * What is broken or waits for someone, with what each account has read of it. Something that fails again is unread
 * again, because its time is part of its key.
 */
export function createNotificationService({ db, clock, usage, overview }: NotificationDeps) {
  async function blockingCaps(scope: Scope): Promise<NoticeItem[]> {
    const caps = await usage.blockingCaps(scope)
    return caps.map(({ id, scope: subject, credits, period, periodStart, createdAt }) => ({
      kind: 'cap',
      id,
      parentId: null,
      title: capTitle(subject, period, credits),
      reason: null,
      state: 'blocking',
      at: periodStart ?? createdAt,
    }))
  }

  async function listAll(scope: Scope): Promise<(NoticeItem & { key: string })[]> {
    const found: readonly NoticeItem[][] = await Promise.all([
      blockingCaps(scope),
      overview.attention(scope).then(({ items }) => items.map(({ count: _, ...item }) => item)),
      pendingPauses(db, scope),
      pendingQuestions(db, scope, clock.now()),
      pendingProposals(db, scope),
    ])
    return found
      .flat()
      .map((item) => ({ ...item, key: keyOf(item) }))
      .sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
  }

  return {
    async list(scope: Scope): Promise<Notifications> {
      const items = await listAll(scope)
      const read = await listRead(db, scope, accountOf(scope))
      const marked = items.map((item) => ({ ...item, isRead: read.has(item.key) }))
      return { items: marked, unreadCount: marked.filter(({ isRead }) => !isRead).length }
    },
    /** Keys of what is no notification any more are ignored. */
    async markRead(scope: Scope, { keys }: ReadNotificationsBody): Promise<void> {
      const current = (await listAll(scope)).map(({ key }) => key)
      const known = new Set(current)
      const read = { keys: keys.filter((key) => known.has(key)), current }
      await db.tx((tx) => storeRead(tx, scope, accountOf(scope), read))
    },
  }
}

/** What a cap is for, in the words of the dashboard. */
const subjects: Readonly<Record<string, string>> = {
  project: 'the project',
  external_user: 'one end user',
  key: 'one API key',
}

const capTitle = (subject: string, period: string, credits: number): string =>
  `${credits} ${credits === 1 ? 'credit' : 'credits'} ${period === 'total' ? 'in total' : `per ${period}`} for ${subjects[subject] ?? `one ${subject}`}`

const keyOf = ({ kind, parentId, id, state, at }: NoticeItem): string =>
  `${kind} ${parentId ?? ''} ${id} ${state} ${Date.parse(at)}`.slice(0, 500)

function accountOf({ actor }: Scope): string {
  if (actor.accountId === null)
    throw new AppError('invalid_session', 'This endpoint requires a dashboard session')
  return actor.accountId
}

export type NotificationService = ReturnType<typeof createNotificationService>
