import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Page, PageRequest } from '../../../kernel/page.ts'
import { type Scope, userScope } from '../../../kernel/scope.ts'
import type { Sealer } from '../../../kernel/secrets/seal.ts'
import type { Audit } from '../../audit/index.ts'
import type { ExternalUsers } from '../../external-users/index.ts'
import type { Host } from '../drivers/host.ts'
import type { StorageState } from '../protocol/messages.ts'
import type { Profile } from '../schema/profile.ts'
import {
  countProfiles,
  deleteProfile,
  findProfile,
  insertProfile,
  listProfiles,
  type StoredProfile,
  saveProfile,
} from '../store/profile.ts'
import type { StoredSession } from '../store/session.ts'
import { browserLimits } from './limits.ts'
import { profileInUse, profileNotFound } from './refusals.ts'

export type ProfileDeps = {
  db: Db
  clock: Clock
  newId: NewId
  sealer: Sealer
  audit: Audit
  externalUsers: Pick<ExternalUsers, 'hold'>
}

const purpose = 'browser-profile'
const storageTimeoutMs = 10_000

/** Cookies and storage that outlive sessions: sealed, and of one end user. */
export function createProfiles({ db, clock, newId, sealer, audit, externalUsers }: ProfileDeps) {
  const create = (scope: Scope, name: string): Promise<Profile> =>
    db.tx(async (tx) => {
      await externalUsers.hold(tx, scope)
      if ((await countProfiles(tx, scope)) >= browserLimits.profilesPerUser)
        throw new AppError(
          'invalid_state',
          `The end user has ${browserLimits.profilesPerUser} profiles already`,
          {
            hint: 'Delete some with DELETE /api/v1/browser/profiles/{profileId}.',
          },
        )
      const profile = await insertProfile(tx, scope, { id: newId(), name, at: clock.now() })
      if (!profile)
        throw new AppError('name_conflict', `There is a profile with the name ${JSON.stringify(name)}`)
      await audit.record(tx, scope, {
        action: 'browser_profile.created',
        targetType: 'browser_profile',
        targetId: profile.id,
        details: {},
      })
      return toProfile(profile)
    })

  return {
    create,
    async list(scope: Scope, query: PageRequest): Promise<Page<Profile>> {
      const found = await listProfiles(db, scope, query)
      return { ...found, items: found.items.map(toProfile) }
    },
    async get(scope: Scope, id: string): Promise<Profile> {
      const profile = await findProfile(db, scope, id)
      if (!profile) throw profileNotFound()
      return toProfile(profile)
    },
    delete: (scope: Scope, id: string): Promise<void> =>
      db.tx(async (tx) => {
        const profile = await findProfile(tx, scope, id)
        if (!profile) throw profileNotFound()
        if (profile.sessionId) throw profileInUse()
        if (!(await deleteProfile(tx, scope, id))) throw profileNotFound()
        await audit.record(tx, scope, {
          action: 'browser_profile.deleted',
          targetType: 'browser_profile',
          targetId: id,
          details: {},
        })
      }),
    /** What the session begins with. */
    async load(session: StoredSession): Promise<StorageState | null> {
      if (!session.profileId) return null
      const profile = await findProfile(db, userScope(session), session.profileId)
      if (!profile?.stateSealed) return null
      const context = { projectId: session.projectId, purpose, rowId: profile.id }
      return JSON.parse(sealer.openText(context, profile.stateSealed)) as StorageState
    },
    /** Stores what the session has now, where it is to be stored. */
    async save(session: StoredSession, host: Host): Promise<void> {
      if (!session.profileId || !session.persistProfile) return
      const { output } = await host.call(session.id, 'storage', {}, { timeoutMs: storageTimeoutMs })
      const context = { projectId: session.projectId, purpose, rowId: session.profileId }
      const sealed = sealer.seal(context, JSON.stringify(output))
      const ref = { projectId: session.projectId, id: session.profileId }
      await saveProfile(db, ref, { sealed, cookieCount: output.cookies.length, at: clock.now() })
    },
  }
}

export type Profiles = ReturnType<typeof createProfiles>

const toProfile = ({ projectId, userId, stateSealed, ...profile }: StoredProfile): Profile => ({
  ...profile,
  eUID: userId,
})
