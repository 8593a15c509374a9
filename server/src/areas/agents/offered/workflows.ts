import { AppError } from '../../../kernel/errors.ts'
import type { SchemaChecks } from '../../../kernel/json-schema/schema-checks.ts'
import { stepKeyOf } from '../../../kernel/runs/step-key.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { functionName, objectSchema } from '../../../kernel/text/function-schema.ts'
import { isOutside } from '../../../kernel/text/taint.ts'
import type { Tools } from '../../tools/index.ts'
import { type Risk, riskOf, worstRisk } from '../policy/risk.ts'
import type { WorkflowContents, WorkflowTool, WorkflowTools } from '../schema/turn.ts'
import { findTools } from './pinned.ts'
import type { CallBasis, OfferedTool } from './tool.ts'

export type WorkflowToolDeps = { tools: Pick<Tools, 'traits'>; checks: SchemaChecks }

type Input = { known: readonly WorkflowTool[]; workflows: WorkflowTools; scope: Scope }

const maxDescription = 1_000

/** Each workflow as a tool with its input schema: it is executed inside of the run, and its output is the result. */
export async function workflowTools(
  deps: WorkflowToolDeps,
  { known, workflows, scope }: Input,
): Promise<OfferedTool[]> {
  const names = namesOf(known)
  return Promise.all(
    known.map(async (workflow, at) => {
      const contents = await workflows.contentsOf(workflow)
      return workflowTool(deps, { name: names[at]!, workflow, contents, workflows, scope })
    }),
  )
}

type Offered = Omit<Input, 'known'> & { name: string; workflow: WorkflowTool; contents: WorkflowContents }

const workflowTool = (
  deps: WorkflowToolDeps,
  { name, workflow, contents, workflows, scope }: Offered,
): OfferedTool => ({
  name,
  description: `${workflow.name}. ${workflow.description}`.trim().slice(0, maxDescription),
  parameters: objectSchema(contents.inputSchema),
  async plan({ arguments: given }) {
    const caller = { projectId: scope.projectId }
    const { value, faults } = await deps.checks.check(contents.inputSchema, given, caller)
    if (faults.length > 0) {
      const first = faults.slice(0, 5).map(({ path, message }) => `${path || 'it'} ${message}`)
      throw new AppError('invalid_parameter', `The input is invalid: ${first.join('; ')}`)
    }
    const risk = await riskOfContents(deps.tools, scope, contents)
    return {
      kind: 'scope',
      slug: name,
      arguments: given,
      risk,
      calls: contents.tools.map(({ slug }) => slug),
      basis: async () => basisOf(deps.tools, scope, await workflows.contentsOf(workflow)),
      // Its nodes may use any account: who decides about them does not depend on one.
      ...(risk === 'external' ? { usesSharedAccount: true } : {}),
      taint: null,
      async run({ context, step, callId, taint }) {
        const input = value as Record<string, unknown>
        const end = await workflows.run(context, { workflow, input, callId, step, taint })
        return { ...end, taint: isOutside(end.taint) ? `workflow:${name}` : end.taint }
      },
    }
  },
})

/** What a workflow may do is what the worst of its tools may; what is not known of it may do anything. */
async function riskOfContents(
  tools: Pick<Tools, 'traits'>,
  scope: Scope,
  { tools: requested, isComplete }: WorkflowContents,
): Promise<Risk> {
  const { found, missing } = await findTools(tools, scope, requested)
  const isKnown = isComplete && missing.length === 0
  return worstRisk([...found.map(riskOf), ...(isKnown ? [] : (['external'] as const))])
}

/** The version of the workflow is that of the turn; its tools and parts may change. */
async function basisOf(
  tools: Pick<Tools, 'traits'>,
  scope: Scope,
  { tools: requested, parts }: WorkflowContents,
): Promise<CallBasis> {
  const { found, missing } = await findTools(tools, scope, requested)
  const ofTools = [found.map((traits) => traits.digest()), missing]
  // Questions that are open since an earlier version have the digest of the tools alone.
  return { definition: stepKeyOf(parts.length === 0 ? ofTools : [...ofTools, parts]), account: null }
}

/** Names that vendors take, and no two the same. */
function namesOf(workflows: readonly WorkflowTool[]): string[] {
  const used = new Set<string>()
  return workflows.map(({ id, name }) => {
    const words = (name.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('_').slice(0, 40)
    const requested = functionName(`workflow_${words === '' ? id.slice(0, 8) : words}`)
    const free = used.has(requested) ? `${requested}_${id.slice(0, 8)}` : requested
    used.add(free)
    return free
  })
}
