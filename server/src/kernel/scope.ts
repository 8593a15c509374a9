import type { Statement } from './db/statement.ts'

/**
 * Who is calling, made once by authentication and required by every service and store call: a query that
 * is not bound to a project cannot be written by forgetting something.
 */
export type Scope = {
  readonly projectId: string
  readonly role: Role
  /** Acts for the whole installation: an operator key, the owner at the dashboard, the command line. */
  readonly isOperator: boolean
  /** What a restricted key may do; empty means all of the role. */
  readonly permissions: readonly string[]
  /** The end user inside the project on whose behalf the call acts; the project's default user if none is named. */
  readonly externalUser: ActingUser
  /** An admin requested the resources of all end users of the project. */
  readonly acrossUsers: boolean
  readonly actor: Actor
  readonly requestId: string
  readonly ip: string
  /**
   * How many triggers started each other up to this work; absent for what no trigger started. Runs and events carry it on,
   * so that a loop of triggers can be stopped.
   */
  readonly triggerDepth?: number
  /** Set while the caller was not looked up for this request: nothing may be done for it before that is made up for. */
  readonly assumed?: AssumedAccess
}

/**
 * The caller is who it was at its last request, as far as this node knows. Work may be planned for it, and begun only by a
 * transaction that demands `isStill`, or after `confirm`.
 */
export type AssumedAccess = {
  /** A condition of a statement: whether the caller still has the access that the scope says. */
  readonly isStill: Statement
  /** Notes that a transaction with that condition was committed. */
  setConfirmed(): void
  /** Looks the caller up: its scope as it is now. Throws what a request of it is refused with. */
  confirm(): Promise<Scope>
}

/** The scope of a caller that was looked up, if need be now. */
export const confirmed = async (scope: Scope): Promise<Scope> => (await scope.assumed?.confirm()) ?? scope

export type Role = 'member' | 'admin'

export type ActingUser = { readonly id: string; readonly name: string }

/** What is behind the call, for audit and limits. */
export type Actor =
  | { readonly kind: 'key'; readonly keyId: string; readonly accountId: string | null }
  | { readonly kind: 'session'; readonly sessionId: string; readonly accountId: string }
  | {
      readonly kind: 'end-user-token'
      readonly tokenId: string
      /** The key that made the token; null when a signed-in person did. */
      readonly keyId: string | null
      readonly accountId: null
      /** Set for a chat token, which reaches conversations with one agent and nothing else. */
      readonly agent?: BoundAgent | null
      /** Set for a token of an MCP client, which reaches one MCP server and nothing else; its id is null for the default one. */
      readonly mcpServer?: { readonly id: string | null }
    }
  | { readonly kind: 'system'; readonly accountId: string | null }

/** The agent that a chat token is bound to. */
export type BoundAgent = {
  readonly id: string
  /** Whether its user may approve tool calls. */
  readonly canApprove: boolean
  /** An anonymous visitor of a shared page. */
  readonly isVisitor: boolean
}

/** Null for every caller but the holder of a chat token. */
export const boundAgentOf = (actor: Actor): BoundAgent | null =>
  (actor.kind === 'end-user-token' && actor.agent) || null

/** For work that a chat token has started: its tools and sub-agents are those of the agent, not of the token. */
export const withoutBoundAgent = (scope: Scope): Scope =>
  boundAgentOf(scope.actor) ? { ...scope, actor: { ...scope.actor, agent: null } as Actor } : scope

/** The key that pays for the call and whose limits it is under. */
export const keyIdOf = (actor: Actor): string | null =>
  actor.kind === 'key' || actor.kind === 'end-user-token' ? actor.keyId : null

/** The name under which the default end user of every project is known. Its id is the project's id. */
export const defaultUserName = 'project_default_user'

/**
 * For upkeep that a call has caused and that is no act of its caller: filling an index, delivering a webhook. It is chosen
 * where the work is enqueued; a run never widens what it was given.
 */
export const maintenanceScope = ({ projectId, requestId, triggerDepth }: Scope): Scope => ({
  ...systemScope(projectId),
  requestId,
  ...(triggerDepth === undefined ? {} : { triggerDepth }),
})

/** The scope of work without a request: sweeps, runs, first start. It does not act for the operator. */
export const systemScope = (projectId: string): Scope => ({
  projectId,
  role: 'admin',
  isOperator: false,
  permissions: [],
  externalUser: { id: projectId, name: defaultUserName },
  acrossUsers: true,
  actor: { kind: 'system', accountId: null },
  requestId: 'system',
  ip: '',
})

/** The same for what concerns one end user: ending work that its node has abandoned. */
export const userScope = ({ projectId, userId }: { projectId: string; userId: string }): Scope => ({
  ...systemScope(projectId),
  externalUser: { id: userId, name: '' },
})

/** Who did something, as it is stored beside it. */
export type StoredActor = { kind: Actor['kind']; id: string | null; externalUserId: string }

export function actorOf({ actor, externalUser }: Scope): StoredActor {
  const id =
    actor.kind === 'key'
      ? actor.keyId
      : actor.kind === 'session'
        ? actor.sessionId
        : actor.kind === 'end-user-token'
          ? actor.tokenId
          : null
  return { kind: actor.kind, id, externalUserId: externalUser.id }
}
