import type { Scope } from '../../../kernel/scope.ts'
import type { Definition, WorkflowRow } from '../schema/workflow.ts'
import { isOwner } from './access.ts'
import { stripGraph, withoutAgentKeys } from './portable/strip.ts'

/** To everyone but its owner a definition is shown as an export has it: without literal secrets and ids of accounts. */
export async function visibleDefinition(
  scope: Scope,
  workflow: WorkflowRow,
  { graph, agent }: Definition,
): Promise<Definition> {
  if (isOwner(scope, workflow)) return { graph, agent }
  return {
    graph: graph && (await stripGraph(graph)).graph,
    agent: agent && withoutAgentKeys(agent),
  }
}
