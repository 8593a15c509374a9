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

export type LinkToken = { token: string; expiresAt: Date }

const linkLifeMs = 24 * 60 * 60 * 1000

/** The first account of an installation: it exists from the first start, and is claimed by the set-up link. */
export function createOwnerService({ clock, newId }: { clock: Clock; newId: NewId }) {
  async function ensureIn(tx: Tx): Promise<string> {
    const owner = await findOwner(tx)
    if (owner) return owner.id
    const id = newId()
    await insertAccount(tx, id, 'Owner', clock.now())
    return id
  }

  async function newTokenOf(q: Queryable, accountId: string): Promise<LinkToken> {
    await deleteExpiredSetupTokens(q, clock.now())
    const token = newToken(32)
    const expiresAt = new Date(clock.now().getTime() + linkLifeMs)
    await insertSetupToken(q, hashToken(token), accountId, expiresAt)
    return { token, expiresAt }
  }

  /** For a link to any account; links that were made before stop working. */
  async function newLinkTokenIn(tx: Tx, accountId: string): Promise<LinkToken> {
    await deleteSetupTokens(tx, accountId)
    return newTokenOf(tx, accountId)
  }

  return {
    ensureIn,
    addTo: (tx: Tx, projectId: string, accountId: string) =>
      insertMember(tx, projectId, accountId, 'admin', clock.now()),
    /** Headless set-up; an account that was already claimed is left alone. */
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
    /** A new one-time token for the owner; null once the account was claimed. */
    async newSetupToken(q: Queryable): Promise<string | null> {
      const owner = await findOwner(q)
      return !owner || owner.email !== null ? null : (await newTokenOf(q, owner.id)).token
    },
    newLinkTokenIn,
    /** The same for an account that was already claimed; links that were printed before stop working. */
    async newResetTokenIn(tx: Tx): Promise<string> {
      return (await newLinkTokenIn(tx, await ensureIn(tx))).token
    },
  }
}
