import type { Scope } from '../../../../kernel/scope.ts'
import type { Problem } from '../../schema/problem.ts'
import type { Definition, UsedTool, WorkflowRow } from '../../schema/workflow.ts'
import { checkReferences, needsAccount } from './check-references.ts'
import { type References, referencesOf } from './definition-walk.ts'
import { createFactFinder, type Facts, type FactsDeps, type FoundTool } from './facts.ts'

export type ValidationDeps = FactsDeps

/** What is wrong with a definition, and what it uses. */
export type Inspection = { problems: Problem[]; tools: UsedTool[]; uses: string[] }

export const hasErrors = ({ problems }: Pick<Inspection, 'problems'>): boolean =>
  problems.some(({ severity }) => severity === 'error')

/** Finds all problems in one pass; nothing is executed. */
export function createValidation(deps: ValidationDeps) {
  const findFacts = createFactFinder(deps)

  return async (
    scope: Scope,
    _workflow: Pick<WorkflowRow, 'id' | 'type'>,
    definition: Definition,
  ): Promise<Inspection> => {
    const references = referencesOf(definition)
    const facts = await findFacts(scope, references)
    return {
      problems: checkReferences(references, facts),
      tools: usedTools(facts),
      uses: usedWorkflows(references),
    }
  }
}

export type Validate = ReturnType<typeof createValidation>

const usedTools = ({ tools }: Facts): UsedTool[] => [
  ...new Map(
    [...tools.values()].flatMap((tool) => (tool ? [[tool.definition.slug, toUsed(tool)]] : [])),
  ).values(),
]

const toUsed = (tool: FoundTool): UsedTool => {
  const { definition, toolkit } = tool
  return {
    slug: definition.slug,
    name: definition.name,
    toolkitSlug: definition.toolkitSlug,
    toolkitName: toolkit?.name ?? definition.toolkitSlug,
    toolkitLogo: toolkit?.logo ?? null,
    needsAccount: needsAccount(tool),
  }
}

/** What its nodes cannot do without. */
const usedWorkflows = ({ subflows, agents }: References): string[] => [
  ...new Set([...subflows, ...agents].flatMap(({ name, nodeId }) => (nodeId === null ? [] : [name]))),
]
