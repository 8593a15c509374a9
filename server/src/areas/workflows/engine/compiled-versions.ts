import { createByteCache } from '../../../kernel/byte-cache.ts'
import type { Queryable } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type CompiledGraph, compileForExecution } from '../graph/compile.ts'
import type { GraphProblem } from '../graph/problem.ts'
import { Graph } from '../schema/graph.ts'
import { findDefinition } from '../store/definition.ts'

// Of their JSON; a compiled graph takes some times as much.
const maxBytes = 16 * 1024 * 1024

/** Compiled graphs by version, those that were used last. A version never changes, so nothing has to be forgotten. */
export function createCompiledVersions(db: Queryable) {
  const cache = createByteCache<CompiledGraph>(maxBytes)
  const inFlight = new Map<string, Promise<CompiledGraph>>()
  const keyOf = (projectId: string, workflowId: string, version: number) =>
    `${projectId}/${workflowId}/${version}`

  async function load(key: string, projectId: string, workflowId: string, version: number) {
    const found = await findDefinition(db, { projectId }, workflowId, version)
    const graph = Graph.safeParse((found?.definition as { graph?: unknown } | undefined)?.graph)
    if (!graph.success)
      throw new AppError('workflow_version_not_found', `The workflow has no graph of version ${version}`)
    const { compiled, problems } = await compileForExecution(graph.data)
    if (!compiled) throw graphInvalid(problems)
    cache.set(key, compiled, JSON.stringify(graph.data).length)
    return compiled
  }

  return {
    /** Throws `workflow_version_not_found`, and `graph_invalid` with all problems. */
    async get(
      { projectId }: Pick<Scope, 'projectId'>,
      workflowId: string,
      version: number,
    ): Promise<CompiledGraph> {
      const key = keyOf(projectId, workflowId, version)
      const known = cache.get(key)
      if (known) return known
      // Executions that begin together, after a start or an activation, share one compilation.
      const loading =
        inFlight.get(key) ?? load(key, projectId, workflowId, version).finally(() => inFlight.delete(key))
      inFlight.set(key, loading)
      return loading
    },
  }
}

export type CompiledVersions = ReturnType<typeof createCompiledVersions>

export function graphInvalid(problems: readonly GraphProblem[]): AppError {
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`
  return new AppError('graph_invalid', `The graph has ${count}, so it cannot be executed`, {
    hint: 'error.problems has all of them; each says how to fix it.',
    facts: { problems },
  })
}
