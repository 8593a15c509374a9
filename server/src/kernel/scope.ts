/**
 * Who is calling, made once by authentication and required by every service and store call: a query that
 * is not bound to a project cannot be written by forgetting something.
 */
export type Scope = {
  readonly projectId: string
  readonly role: Role
  /** What a restricted key may do; empty means all of the role. */
  readonly permissions: readonly string[]
  /** The end user inside the project on whose behalf the call acts; the project's default user if none is named. */
  readonly externalUser: ActingUser
  /** An admin asked to see the resources of all end users of the project. */
  readonly acrossUsers: boolean
  readonly actor: Actor
  readonly requestId: string
  readonly ip: string
}

export type Role = 'member' | 'admin'

export type ActingUser = { readonly id: string; readonly name: string }

/** What is behind the call, for audit and limits. */
export type Actor =
  | { readonly kind: 'key'; readonly keyId: string; readonly accountId: string | null }
  | { readonly kind: 'session'; readonly sessionId: string; readonly accountId: string }
  | { readonly kind: 'end-user-token'; readonly tokenId: string; readonly accountId: null }
  | { readonly kind: 'system'; readonly accountId: string | null }

/** The name under which the default end user of every project is known. Its id is the project's id. */
export const defaultUserName = 'project_default_user'

/** The scope of work that no request asked for: the command line, sweeps, first start. */
export const systemScope = (projectId: string): Scope => ({
  projectId,
  role: 'admin',
  permissions: [],
  externalUser: { id: projectId, name: defaultUserName },
  acrossUsers: true,
  actor: { kind: 'system', accountId: null },
  requestId: 'system',
  ip: '',
})
