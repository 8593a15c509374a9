import type { Queryable, Statement } from '../../db/db.ts'
import type { ActingUser, Actor, Role } from '../../scope.ts'

/** What a request brings to prove who is calling. */
export type Credentials = {
  /** From `x-api-key` or `Authorization: Bearer`. */
  token: string | null
  sessionToken: string | null
  csrfToken: string | null
  /** Which project a signed-in person means; a key is bound to its own. */
  projectId: string | null
  isWrite: boolean
  ip: string
}

/** Begins to read about the end user together with the key, in a project that is only guessed. */
export type LookAhead = (reads: Queryable, projectId: string) => PrefetchedUser

/** What is being read about the end user of that name; the caller that began it knows what it is. */
export type PrefetchedUser = { projectId: string; username: string; found: Promise<unknown> }

/** Who is calling, before it is known for which end user. */
export type Principal = {
  projectId: string
  role: Role
  /** Has operator rights for the whole installation. */
  isOperator: boolean
  actor: Actor
  /** What a restricted key may do; empty means all of its role. */
  permissions: readonly string[]
  /** Whose requests are counted together by the rate limit. */
  rateKey: string
  /** An end-user token is bound to its user. */
  boundUser: ActingUser | null
  /** From which origins besides our own a chat token may be used. */
  allowedOrigins?: readonly string[]
  prefetched?: PrefetchedUser | null
}

/** Who was calling with these credentials last time, with the condition under which that is still so. */
export type AssumedPrincipal = { principal: Principal; isStill: Statement }

export type ActingAs = { user: ActingUser; isNew: boolean; didYouMean: string | null }

/** The kernel knows no area: the composition root hands in those that know keys, sessions and end users. */
export type Identity = {
  /** Set when the caller will act as an end user: then both are looked up in one round trip. */
  authenticate(credentials: Credentials, username?: string): Promise<Principal>
  /** Without a look into the database; null where there must be one. */
  assume(credentials: Credentials): AssumedPrincipal | null
  /**
   * Finds the end user of that name, makes it when `mayCreate`, and refuses inactive ones. `isSeen` when it is the end
   * user who is served, and not someone who looks after them.
   */
  actAs(principal: Principal, username: string, mayCreate: boolean, isSeen: boolean): Promise<ActingAs>
  /** Whether some project allows its chat tokens to be used from this origin. */
  isProjectOrigin(origin: string): Promise<boolean>
}
