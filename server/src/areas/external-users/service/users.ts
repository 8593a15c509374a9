import type { BlobGarbage } from '../../../kernel/blobs/garbage.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { type Db, listReads, type Tx } from '../../../kernel/db/db.ts'
import { whenTaken } from '../../../kernel/db/rows/unique-violation.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Events } from '../../../kernel/events/events.ts'
import { notifyAccessEnded } from '../../../kernel/http/auth/access-ended.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Page } from '../../../kernel/page.ts'
import { checkIfMatch } from '../../../kernel/preconditions.ts'
import { type ActingUser, defaultUserName, type Scope } from '../../../kernel/scope.ts'
import { notFoundNear } from '../../../kernel/text/near-names.ts'
import type { Audit } from '../../audit/index.ts'
import { findUser, listUsers, type VersionedUser } from '../read-users.ts'
import { type CreateBody, isMetadataTooBig, type ListQuery, type UpdateBody } from '../schema.ts'
import {
  findActing,
  insertUser,
  isNameFree,
  listSimilarNames,
  lockUser,
  type UserRow,
  updateUser,
} from '../store/external-user.ts'
import { discardImage } from './image.ts'

export type UserDeps = {
  db: Db
  clock: Clock
  newId: NewId
  audit: Audit
  events: Events
  garbage: BlobGarbage
}

/** Events about a user concern that user, no matter who caused them: the user's own stream shows them. */
export const concerning = (scope: Scope, { id, name }: ActingUser): Scope => ({
  ...scope,
  externalUser: { id, name },
})

export const notFound = () => new AppError('external_user_not_found', 'End user not found')

/** The default user serves calls without x-username, so it can neither be deactivated nor deleted. */
export function refuseDefault(scope: Scope, id: string, what: string): void {
  if (id !== scope.projectId) return
  throw new AppError('default_user_protected', `The default user of the project cannot be ${what}`)
}

export async function lockExisting(tx: Tx, scope: Scope, id: string): Promise<UserRow> {
  const user = await lockUser(tx, scope, id)
  if (!user) throw notFound()
  return user
}

const nameTaken = (name: string) =>
  new AppError('name_conflict', `The name ${name} is already used by another end user`)

export function createUserService({ db, clock, newId, audit, events, garbage }: UserDeps) {
  async function get(scope: Scope, id: string): Promise<VersionedUser> {
    // A browser's token may look at its own user and learns of no other.
    if (scope.actor.kind === 'end-user-token' && scope.externalUser.id !== id) throw notFound()
    const user = await findUser(db, scope, id, clock.now())
    if (!user) throw notFound()
    return user
  }

  return {
    get,
    list: (scope: Scope, query: ListQuery): Promise<Page<VersionedUser>> =>
      listUsers(listReads(db), scope, query, clock.now()),
    /** The 404 of a name, with those that look like it. */
    notFoundNear: (scope: Scope, name: string): Promise<AppError> =>
      notFoundNear(notFound(), name, {
        scope,
        permission: 'external-users:read',
        list: () => listSimilarNames(db, scope.projectId, name),
      }),
    async findByName(scope: Scope, name: string): Promise<VersionedUser | null> {
      const found = await findActing(db, scope.projectId, name)
      return found && findUser(db, scope, found.id, clock.now())
    },
    /** The user whom calls without x-username act as; its id is the project's. */
    insertDefaultIn: (tx: Tx, projectId: string) =>
      insertUser(tx, projectId, {
        id: projectId,
        name: defaultUserName,
        source: 'project_default',
        metadata: {},
        profileSummary: null,
        avatarUrl: null,
        identitySources: [],
        lastSeenAt: null,
        at: clock.now(),
      }),
    /** Creates the user, or returns the one that has the name already, unchanged. */
    async create(scope: Scope, body: CreateBody): Promise<VersionedUser & { created: boolean }> {
      const id = newId()
      const isNew = await db.tx(async (tx) => {
        const inserted = await insertUser(tx, scope.projectId, {
          id,
          name: body.name,
          source: 'username',
          metadata: withTime(mergePatch({}, body.metadata ?? {}), clock.now()),
          profileSummary: body.profileSummary ?? null,
          avatarUrl: body.avatarUrl ?? null,
          identitySources: ['api'],
          lastSeenAt: null,
          at: clock.now(),
        })
        if (!inserted) return false
        await audit.record(tx, scope, {
          action: 'external_user.created',
          targetType: 'external_user',
          targetId: id,
        })
        await events.publish(tx, concerning(scope, { id, name: body.name }), {
          type: 'external_user.created',
          data: { id, name: body.name, source: 'username' },
        })
        return true
      })
      const found = isNew ? id : (await findActing(db, scope.projectId, body.name))?.id
      if (found === undefined) throw notFound()
      return { ...(await get(scope, found)), created: isNew }
    },
    async update(
      scope: Scope,
      id: string,
      body: UpdateBody,
      ifMatch: readonly string[] | null,
    ): Promise<VersionedUser> {
      const change = db.tx(async (tx) => {
        const user = await lockExisting(tx, scope, id)
        checkIfMatch(ifMatch, user.version)
        if (body.name !== undefined && body.name !== user.name) {
          refuseDefault(scope, id, 'renamed')
          if (!(await isNameFree(tx, scope, body.name, id))) {
            throw nameTaken(body.name)
          }
        }
        const after = changed(user, body, clock.now())
        if (isMetadataTooBig(after.metadata)) {
          throw new AppError('invalid_parameter', 'metadata must be at most 16384 bytes in total')
        }
        if (after.avatar_url !== user.avatar_url) await discardImage(tx, scope, garbage, user)
        await updateUser(tx, scope, after, clock.now())
        await audit.record(tx, scope, {
          action: 'external_user.updated',
          targetType: 'external_user',
          targetId: id,
          details: { fields: Object.keys(body) },
        })
      })
      await change.catch(whenTaken('external_user_name', () => nameTaken(body.name ?? '')))
      return get(scope, id)
    },
    /** Without a target state it flips; with one it can be repeated safely. */
    async setActive(scope: Scope, id: string, isActive: boolean | undefined): Promise<VersionedUser> {
      await db.tx(async (tx) => {
        const user = await lockExisting(tx, scope, id)
        const target = isActive ?? !user.is_active
        if (!target) refuseDefault(scope, id, 'deactivated')
        if (target === user.is_active) return
        await updateUser(tx, scope, { ...user, is_active: target }, clock.now())
        await audit.record(tx, scope, {
          action: target ? 'external_user.activated' : 'external_user.deactivated',
          targetType: 'external_user',
          targetId: id,
        })
        if (target) return
        await events.publish(tx, concerning(scope, user), {
          type: 'external_user.deactivated',
          data: { id, name: user.name },
        })
        await notifyAccessEnded(tx, 'external_user_inactive', id)
      })
      return get(scope, id)
    },
  }
}

function changed(user: UserRow, body: UpdateBody, now: Date): UserRow {
  return {
    ...user,
    name: body.name ?? user.name,
    metadata:
      body.metadata === undefined ? user.metadata : withTime(mergePatch(user.metadata, body.metadata), now),
    profile_summary: body.profileSummary === undefined ? user.profile_summary : body.profileSummary,
    avatar_url: body.avatarUrl === undefined ? user.avatar_url : body.avatarUrl,
    avatar_source_url: body.avatarUrl === undefined ? user.avatar_source_url : body.avatarUrl,
    verified_email: body.verifiedEmail === undefined ? user.verified_email : body.verifiedEmail,
    verified_phone: body.verifiedPhone === undefined ? user.verified_phone : body.verifiedPhone,
  }
}

/** Members that are null are removed, others replace what was there. */
const mergePatch = (old: Record<string, unknown>, patch: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ ...old, ...patch }).filter(([, value]) => value !== null && value !== undefined),
  )

/** The time of the last change is ours to say, whatever the caller sends. */
const withTime = (metadata: Record<string, unknown>, now: Date): Record<string, unknown> =>
  Object.keys(metadata).length === 0 ? metadata : { ...metadata, updatedAt: now.toISOString() }
