import type { Compute } from '../../../../kernel/compute/compute.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import type { SchemaChecks } from '../../../../kernel/json-schema/schema-checks.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Sandboxes } from '../../../sandboxes/index.ts'
import type { Problem } from '../../schema/problem.ts'
import type { Definition, UsedTool, WorkflowRow } from '../../schema/workflow.ts'
import { pinOf } from '../../store/pin.ts'
import { checkAgent } from './check-agent.ts'
import { checkCycles } from './check-cycles.ts'
import { checkLiterals } from './check-literals.ts'
import { checkNames } from './check-names.ts'
import { checkReferences, needsAccount } from './check-references.ts'
import { checkSchemas } from './check-schemas.ts'
import { checkServers } from './check-servers.ts'
import { checkSettings } from './check-settings.ts'
import { createCodeCheck } from './code/check-code.ts'
import { type References, referencesOf } from './definition-walk.ts'
import { checkGraphBounded } from './expressions/graph-jobs.ts'
import type { ToolSchemas } from './expressions/outside.ts'
import type { FactFinder, Facts, FoundTool } from './facts.ts'

export type ValidationDeps = {
  db: Db
  findFacts: FactFinder
  compute: Compute
  sandboxes: Sandboxes
  checks: SchemaChecks
}

/** What is wrong with a definition, and what it uses. */
export type Inspection = { problems: Problem[]; tools: UsedTool[]; uses: string[]; pins: string[] }

export const hasErrors = ({ problems }: Pick<Inspection, 'problems'>): boolean =>
  problems.some(({ severity }) => severity === 'error')

/** Finds all problems in one pass; nothing is executed. */
export function createValidation({ db, findFacts, compute, sandboxes, checks }: ValidationDeps) {
  const checkCode = createCodeCheck(sandboxes)
  return async (
    scope: Scope,
    { id, type }: Pick<WorkflowRow, 'id' | 'type'>,
    whole: Definition,
  ): Promise<Inspection> => {
    const definition = executedPart(type, whole)
    const { graph, agent } = definition
    const references = referencesOf(definition)
    const facts = await findFacts(scope, references, definition)
    const tools = toolSchemas(facts)
    const nodeReferences = [...references.subflows, ...references.agents].filter(
      ({ nodeId }) => nodeId !== null,
    )
    const problems = [
      ...(graph
        ? await checkGraphBounded({ graph, tools, callees: facts.callees }, compute, scope.projectId)
        : []),
      ...(graph ? await checkCode(scope, graph) : []),
      ...(agent
        ? [
            ...checkAgent(agent),
            ...checkSettings(agent, facts),
            ...checkServers(agent, facts),
            ...checkNames(agent, facts),
          ]
        : []),
      ...checkReferences(references, facts),
      ...(await checkLiterals(scope, definition, tools, checks)),
      ...(await checkSchemas(scope, definition, checks)),
      ...(await checkCycles(db, scope, id, nodeReferences)),
    ]
    const uses = usedWorkflows(nodeReferences)
    return { problems, tools: usedTools(facts), uses, pins: pinsOf(facts) }
  }
}

export type Validate = ReturnType<typeof createValidation>

/** An agent that was a graph before keeps it, and is not judged by it. */
const executedPart = (type: WorkflowRow['type'], { graph, agent }: Definition): Definition =>
  type === 'agent' ? { graph: null, agent: agent ?? {} } : { graph, agent: null }

export const toolSchemas = ({ tools, innerTools }: Pick<Facts, 'tools' | 'innerTools'>): ToolSchemas =>
  Object.fromEntries(
    [...innerTools, ...tools].flatMap(([key, tool]) =>
      tool
        ? [[key, { input: tool.definition.inputParameters, output: tool.definition.outputParameters }]]
        : [],
    ),
  )

const usedTools = ({ tools }: Facts): UsedTool[] => [
  ...new Map(
    [...tools.values()].flatMap((tool): [string, UsedTool][] =>
      tool ? [[tool.definition.slug, toUsed(tool)]] : [],
    ),
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

const pinsOf = ({ tools, accounts, skills }: Facts): string[] => {
  const found = [...tools.values()].flatMap((tool) => (tool ? [tool.definition] : []))
  return [
    ...new Set([
      ...found.map(({ slug }) => pinOf.tool(slug)),
      ...found.map(({ toolkitSlug }) => pinOf.toolkit(toolkitSlug)),
      ...[...accounts.keys()].map(pinOf.account),
      ...[...skills].map(pinOf.skill),
    ]),
  ]
}

/** What its nodes cannot do without. */
const usedWorkflows = (references: References['subflows']): string[] => [
  ...new Set(references.map(({ name }) => name)),
]
