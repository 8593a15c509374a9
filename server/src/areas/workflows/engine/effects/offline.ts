import type { Queryable } from '../../../../kernel/db/db.ts'
import { SchemaTooLarge, smallestJson } from '../../../../kernel/json-schema/smallest-json.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Sandboxes } from '../../../sandboxes/index.ts'
import type { Tools } from '../../../tools/index.ts'
import { findFixtureResult } from '../../store/fixture.ts'
import { NodeFailure } from '../failure.ts'
import { createAccountChoice } from './account.ts'
import type {
  EffectCall,
  EffectResult,
  Effects,
  ModelRequest,
  ToolOrigin,
  ToolPlan,
  ToolRequest,
} from './effects.ts'

/** Calls to tools here send nothing: their description, and results of those that only compute. */
export type OfflineDeps = {
  db: Queryable
  tools: Pick<Tools, 'traits' | 'executeAhead'>
  sandboxes: Sandboxes
  /** The offline demo model for test mode; without it, the answer is the smallest that fits. */
  askDemo?: Effects['askModel']
  /** For what was made up. */
  mark: 'mocked' | 'unmatched'
}

const scriptTool = /^sandbox_run_(javascript|python)$/

/**
 * Nothing outside is called. Scripts run in their sealed interpreter and tools that only compute are computed, neither of
 * them billed; every other tool answers what its newest fixture for the same arguments says, else the smallest value
 * of its output schema.
 */
export function createOfflineEffects({ db, tools, sandboxes, askDemo, mark }: OfflineDeps): Effects {
  const accountFor = createAccountChoice(db)

  async function planTool(scope: Scope, request: ToolRequest, origin: ToolOrigin): Promise<ToolPlan> {
    const traits = await tools.traits(scope, request.toolSlug, request.toolVersion)
    const identity = {
      slug: traits.slug,
      version: traits.version,
      // The same request has the same key as where it was called; no account is needed to make up an answer.
      account: (await accountFor(scope, traits, request, origin)).accountId,
    }
    const taint = traits.taintOf(request.arguments)
    const script = scriptTool.exec(traits.slug)
    if (script)
      return {
        class: 'repeatable',
        identity,
        taint,
        execute: (call) => runScript(sandboxes, script[1] as 'javascript' | 'python', request, call),
      }
    return {
      class: 'pure',
      identity,
      taint,
      async execute(call) {
        const fixture = await findFixtureResult(db, scope, traits.slug, request.arguments)
        if (fixture) return { output: fixture.data, mark: 'fixture' }
        const computed = traits.isComputeOnly ? await computedBy(request, call) : null
        return computed ?? { output: smallest(traits.outputParameters), mark }
      },
    }
  }

  /** Its log row and its charge are not committed. */
  async function computedBy(request: ToolRequest, { scope }: EffectCall): Promise<EffectResult | null> {
    const { arguments: args, toolVersion: version } = request
    const ahead = await tools.executeAhead(
      scope,
      request.toolSlug,
      { arguments: args, strictOutput: false, ...(version === undefined ? {} : { version }) },
      {},
    )
    if (!ahead) return null
    const { result } = ahead
    if (result.successful) return { output: result.data }
    throw new NodeFailure(result.errorCode ?? 'internal', result.error ?? 'The tool failed.')
  }

  async function askModel(request: ModelRequest, call: EffectCall): Promise<EffectResult> {
    if (askDemo) return { ...(await askDemo({ ...request, model: 'local/demo' }, call)), mark }
    return { output: request.outputSchema === null ? '' : smallest(request.outputSchema), mark }
  }

  return { planTool, askModel, skipsWaits: true }
}

async function runScript(
  sandboxes: Sandboxes,
  language: 'javascript' | 'python',
  { arguments: { source, state } }: ToolRequest,
  { scope, signal, timeoutMs }: EffectCall,
): Promise<EffectResult> {
  const ended = await sandboxes.runScript(scope, language, {
    source: String(source),
    state: state as object,
    env: {},
    timeoutMs,
    calls: {},
    signal,
  })
  if (ended.failure) throw new NodeFailure('script_error', ended.failure.error.slice(0, 2000))
  const { result, stdout, stderr } = ended
  return { output: { result: result === null ? null : JSON.parse(result), stdout, stderr } }
}

function smallest(schema: unknown): unknown {
  try {
    return smallestJson(schema as Record<string, unknown>)
  } catch (error) {
    if (error instanceof SchemaTooLarge) return null
    throw error
  }
}
