import type { Tx } from '../../../kernel/db/db.ts'
import type { Outbound } from '../../../kernel/net/outbound.ts'
import { isHostListed } from '../../../kernel/net/redirects.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Credentials, ToolCall, ToolOutcome } from '../../toolkits/index.ts'
import type { PieceEntry, PieceTool } from '../describe/entry.ts'
import { resolveHosts } from '../describe/hosts.ts'
import { authValueOf, bareAuth, secretsOf } from '../host/auth-value.ts'
import { readFileField } from '../host/file-fields.ts'
import { createHostRequests } from '../host/host-requests.ts'
import { outcomeOf } from '../host/outcome.ts'
import type { Bundle, PiecePool } from '../host/pool.ts'
import type { TriggerEffects, TriggerHook, Work, WorkContext, WorkFile } from '../protocol/messages.ts'
import type { StoredValue } from '../store/piece-value.ts'
import type { PendingWrites } from './pending-writes.ts'
import { writesOver } from './stored-values.ts'

/** A piece that can be run: what is known of it, and its code. */
export type LoadedPiece = { readonly entry: PieceEntry; readonly bundle: Bundle }

export type PerformDeps = {
  pool: PiecePool
  outbound: Outbound
  publicUrl: URL
  /** What a piece stores for the acting user, under a key such as one trigger. */
  writesFor(scope: Scope, piece: string, place: string): PendingWrites<Tx>
}

export type PieceCall = {
  scope: Scope
  piece: LoadedPiece
  tool: PieceTool
  arguments: Readonly<Record<string, unknown>>
  credentials: Credentials | null
  timeoutMs: number
  signal: AbortSignal
  callId: string
  saveFile: ToolCall['saveFile']
  openFile?: ToolCall['openFile']
  /** The key of its stored values; calls of one trigger share it. */
  place: string
  options?: { field: string; search: string }
  hook?: TriggerHook
  webhookUrl?: string
  payload?: unknown
  isRepublish?: boolean
  /** Read in place of what is stored; what it writes is not stored. */
  values?: readonly StoredValue[]
}

export type Performed = {
  outcome: ToolOutcome
  effects: TriggerEffects
  /** What it wrote down, where it ended well: to be committed with what its outcome leads to. */
  writes: Pick<PendingWrites<Tx>, 'count' | 'values' | 'commit'>
}

/** Runs one action, hook of a trigger or question for options. What the service refuses is an outcome. */
export function createPerform({ pool, outbound, publicUrl, writesFor }: PerformDeps) {
  async function filesFor(call: PieceCall): Promise<Record<string, WorkFile>> {
    const files: Record<string, WorkFile> = {}
    for (const name of call.tool.fileFields) {
      const reference = call.arguments[name]
      if (typeof reference !== 'string' || reference === '') continue
      const { openFile, signal } = call
      files[name] = await readFileField(reference, { outbound, openFile, signal })
    }
    return files
  }

  function workOf(call: PieceCall, context: WorkContext): Work {
    const { kind, name } = call.tool.origin
    if (call.options) return { kind: 'options', owner: kind, name, ...call.options, context }
    if (kind === 'action') return { kind, name, context }
    return { kind, name, hook: call.hook ?? 'test', context }
  }

  return async (call: PieceCall): Promise<Performed> => {
    const { scope, piece, credentials } = call
    const auth = credentials === null ? null : authValueOf(piece.entry, credentials)
    const secrets = credentials === null ? [] : secretsOf(credentials.values)
    let files: Record<string, WorkFile>
    try {
      files = await filesFor(call)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      return refused(error.message)
    }
    const writes = call.values
      ? writesOver(call.values)
      : writesFor(scope, piece.entry.toolkit.slug, call.place)
    const { serve, seen } = createHostRequests({
      outbound,
      allowedHosts: hostsFor(piece.entry, credentials),
      store: writes.store,
      saveFile: call.saveFile,
      timeoutMs: call.timeoutMs,
      signal: call.signal,
    })
    const context: WorkContext = {
      auth: auth !== null && piece.entry.hasBareAuth ? bareAuth(auth) : auth,
      values: call.arguments,
      files,
      project: scope.projectId,
      publicUrl: publicUrl.origin,
      callId: call.callId,
      isRepublish: call.isRepublish ?? false,
      ...(call.webhookUrl === undefined ? {} : { webhookUrl: call.webhookUrl }),
      ...(call.payload === undefined ? {} : { payload: call.payload }),
    }
    const owner = { projectId: scope.projectId, userId: scope.externalUser.id }
    const result = await pool.work(owner, piece.bundle, {
      order: { op: 'work', work: workOf(call, context) },
      timeoutMs: call.timeoutMs,
      signal: call.signal,
      serve,
    })
    const outcome = outcomeOf(result, seen, secrets)
    const effects = result.kind === 'done' && result.done.ok ? result.done.effects : {}
    return { outcome, effects, writes: outcome.successful ? writes : noWrites }
  }
}

const noWrites: Performed['writes'] = {
  count: 0,
  values: () => [],
  commit: async () => undefined,
}

const refused = (error: string): Performed => ({
  outcome: { successful: false, errorCode: 'arguments_invalid', error },
  effects: {},
  writes: noWrites,
})

/** The account's own list counts where there is one: someone may have made it narrower than the toolkit's. */
function hostsFor(entry: PieceEntry, credentials: Credentials | null): readonly string[] {
  const values = credentials?.values ?? {}
  const hosts = resolveHosts(entry.allowedHosts, values)
  if (credentials === null || credentials.allowedHosts.length === 0) return hosts
  // Filled in by others, an entry may be a whole URL instead of its host.
  const narrowed = resolveHosts(credentials.allowedHosts, values).map(
    (each) => URL.parse(each)?.hostname || each.toLowerCase(),
  )
  return narrowed.filter((host) => hosts.includes(host) || isHostListed(host, hosts))
}
