import type { ComputeCaller } from '../../../kernel/compute/compute.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { diffJson, type JsonChange } from '../../../kernel/json/json-diff.ts'
import type { SchemaChecks } from '../../../kernel/json-schema/schema-checks.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type ExecutionResult, timeoutLimits } from '../schema/execution.ts'
import type { Fixture, Replay, ReplayBody } from '../schema/fixture.ts'
import type { Finder, FoundTool } from './catalogue/find-tool.ts'
import type { Executor } from './execution/execute.ts'

export type ReplayDeps = { db: Db; checks: SchemaChecks; finder: Finder; executor: Executor }
export type Replayer = ReturnType<typeof createReplay>

const maxChanges = 200

/** Holds a saved execution against the tool of today: against its schemas, and where that is harmless by calling it again. */
export function createReplay({ db, checks, finder, executor }: ReplayDeps) {
  async function schemaFaults(
    { definition }: FoundTool,
    { arguments: args, outcome }: Fixture,
    caller: ComputeCaller,
  ): Promise<string[]> {
    const input = (await checks.check(definition.inputParameters, args, caller)).faults.map(
      ({ path, message }) => `arguments ${path}: ${message}`,
    )
    if (!outcome.successful) return input
    const output = (await checks.check(definition.outputParameters, outcome.data, caller)).faults.map(
      ({ path, message }) => `result ${path}: ${message}`,
    )
    return [...input, ...output].slice(0, 50)
  }

  return async function replay(
    scope: Scope,
    fixture: Fixture,
    { mode, compare, version }: ReplayBody,
    signal: AbortSignal,
  ): Promise<Replay> {
    const base = {
      fixtureId: fixture.id,
      name: fixture.name,
      toolSlug: fixture.toolSlug,
      fromVersion: fixture.version,
    }
    const nothing = { changes: [], faults: [], logId: null, error: null, toVersion: null }
    const fails = (how: Replay['mode'], error: string, more: Partial<Replay> = {}): Replay => ({
      ...base,
      ...nothing,
      ...more,
      verdict: 'failed',
      mode: how,
      error,
    })
    try {
      const found = await finder.getVersion(db, scope, fixture.toolSlug, version)
      const toVersion = found.definition.version
      const faults = await schemaFaults(found, fixture, { projectId: scope.projectId, signal })
      const how = mode === 'auto' ? (found.definition.hints.isReadOnly === true ? 'execute' : 'schema') : mode
      const isUnfit = faults.some((fault) => fault.startsWith('arguments'))
      if (how === 'schema' || isUnfit)
        return {
          ...base,
          ...nothing,
          toVersion,
          faults,
          mode: how,
          verdict: faults.length > 0 ? 'changed' : 'same',
        }
      const result = await executor.execute(scope, fixture.toolSlug, bodyOf(fixture, toVersion), { signal })
      const changes = differences(fixture, result, compare)
      return {
        ...base,
        ...nothing,
        toVersion,
        faults,
        changes,
        mode: how,
        logId: result.logId,
        error: result.error,
        verdict: changes.length > 0 ? 'changed' : 'same',
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return fails(mode === 'schema' ? 'schema' : 'execute', error.message)
    }
  }
}

const bodyOf = ({ arguments: args, connectedAccountId }: Fixture, version: string) => ({
  arguments: args as Record<string, unknown>,
  version,
  timeoutMs: timeoutLimits.fallback,
  strictOutput: false,
  dryRun: false,
  ...(connectedAccountId === null ? {} : { connectedAccountId }),
})

function differences(
  { outcome, ignoredPaths }: Fixture,
  result: ExecutionResult,
  compare: ReplayBody['compare'],
): Replay['changes'] {
  const before = { successful: outcome.successful, errorCode: outcome.errorCode, data: outcome.data }
  const after = { successful: result.successful, errorCode: result.errorCode, data: result.data }
  const isIgnored = (path: string) =>
    ignoredPaths.some((ignored) => path === `/data${ignored}` || path.startsWith(`/data${ignored}/`))
  const counts = ({ path, kind }: JsonChange) =>
    !isIgnored(path) && (compare === 'value' || !path.startsWith('/data') || isOtherShape(path, kind))
  return diffJson(before, after, 5_000)
    .filter(counts)
    .slice(0, maxChanges)
    .map(({ path, kind, before: was, after: is }) => ({ path, kind, before: was ?? null, after: is ?? null }))
}

/** Another value is the same shape, and so are more or fewer items of a list. */
const isOtherShape = (path: string, kind: JsonChange['kind']) =>
  kind !== 'changed' && !((kind === 'added' || kind === 'removed') && /\/\d+$/.test(path))
