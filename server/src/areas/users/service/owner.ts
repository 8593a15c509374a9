import type { Clock } from '../../../kernel/clock.ts'
import type { Queryable, Tx } from '../../../kernel/db/db.ts'
import type { NewId } from '../../../kernel/ids.ts'
import { newToken } from '../../../kernel/ids.ts'
import { hashPassword } from '../../../kernel/secrets/password.ts'
import { hashToken } from '../../../kernel/secrets/token.ts'
import {
  deleteExpiredSetupTokens,
  deleteSetupTokens,
  findOwner,
  insertAccount,
  insertMember,
  insertSetupToken,
  setCredentials,
} from '../store/account.ts'

const linkLifeMs = 24 * 60 * 60 * 1000

/** The first account of an installation: it exists from the first start, and becomes a person's by the set-up link. */
export function createOwnerService({ clock, newId }: { clock: Clock; newId: NewId }) {
  return {
    async ensureIn(tx: Tx): Promise<string> {
      const owner = await findOwner(tx)
      if (owner) return owner.id
      const id = newId()
      await insertAccount(tx, id, 'Owner', clock.now())
      return id
    },
    addTo: (tx: Tx, projectId: string, accountId: string) =>
      insertMember(tx, projectId, accountId, 'admin', clock.now()),
    /** Headless set-up; an account that a person already took over is left alone. */
    async setCredentialsIn(tx: Tx, email: string, password: string): Promise<boolean> {
      const owner = await findOwner(tx)
      if (!owner || owner.email !== null) return false
      const passwordHash = await hashPassword(password)
      if (!(await setCredentials(tx, owner.id, email.toLowerCase(), passwordHash, null, clock.now())))
        return false
      // Links that were printed before must not open an account that now has a password.
      await deleteSetupTokens(tx, owner.id)
      return true
    },
    /** A new one-time token for the owner; null once the account belongs to a person. */
    async newSetupToken(q: Queryable): Promise<string | null> {
      const owner = await findOwner(q)
      if (!owner || owner.email !== null) return null
      await deleteExpiredSetupTokens(q, clock.now())
      const token = newToken(32)
      await insertSetupToken(q, hashToken(token), owner.id, new Date(clock.now().getTime() + linkLifeMs))
      return token
    },
  }
}
