import type { Queryable } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Credentials } from './auth-scheme.ts'
import type { ToolkitEntry } from './provider.ts'

export type RequestedAccount = {
  connectedAccountId?: string
  label?: string
  authConfigId?: string
  toolSlug: string
  /** Where the end user comes after consent, if the auth config allows it. */
  callbackUrl?: string
  /** No link is offered: the account belongs to another than the acting user. */
  isOfOther?: true
}

/** How the area that executes tools accesses the accounts of end users. Implemented by the area of connections. */
export type AccountSource = {
  /**
   * The account for a call: the one named, else the one with the label, else the newest active one of the acting user
   * for this toolkit, of those under the auth config where one is named. Tokens near their end are renewed first. Throws `connection_required` with a link where there is
   * none that works.
   */
  select(scope: Scope, toolkit: ToolkitEntry, requested: RequestedAccount): Promise<Credentials>
  /** The service refused the token: renews it once for all who ask at the same time. Null when that is no use. */
  renew(scope: Scope, refused: Credentials): Promise<Credentials | null>
  /**
   * The service wants rights that the account does not have: throws `connection_required` with a link that requests them
   * beside those that it has. Returns where consent would change nothing.
   */
  requireScopes(
    scope: Scope,
    toolkit: ToolkitEntry,
    refused: Credentials,
    requested: RequestedAccount,
    scopes: readonly string[],
  ): Promise<void>
  /** Slugs of the toolkits for which the acting user has an active account. */
  connectedToolkits(db: Queryable, scope: Scope): Promise<ReadonlySet<string>>
}
