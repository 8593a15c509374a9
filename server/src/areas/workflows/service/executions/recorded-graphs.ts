import { createPace } from '../../../../kernel/compute/pace.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { CompiledVersions } from '../../engine/compiled-versions.ts'
import type { CompiledGraph } from '../../graph/compile.ts'
import type { FlowValues } from '../../graph/node-input.ts'
import type { ExecutionRow } from '../../store/executions/read.ts'
import { literalSecretsOf } from '../portable/strip.ts'
import { type RecordedFlow, type Recording, recordedInput } from './recorded-flow.ts'
import { prefixOf } from './steps.ts'

type Recorded = {
  execution: Pick<ExecutionRow, 'workflowId' | 'version' | 'createdAt'>
  values: FlowValues
  recording: Recording
}

/** The graphs of an execution and of the subflows that it reached, with what their nodes were given. */
export type RecordedGraphs = {
  /** The literal secrets in them. */
  secrets: readonly string[]
  graphOf(prefix: string): CompiledGraph | null
  inputOf(step: string): Record<string, unknown> | null
}

/** Workflows and versions that were deleted since are missing. */
export async function readRecordedGraphs(
  versions: Pick<CompiledVersions, 'get'>,
  scope: Scope,
  { execution, values, recording }: Recorded,
): Promise<RecordedGraphs> {
  const startedAt = Date.parse(execution.createdAt)
  const compiled = (workflowId: string, version: number) =>
    versions.get(scope, workflowId, version).catch(() => null)
  const flows = new Map<string, RecordedFlow>()
  const top = await compiled(execution.workflowId, execution.version)
  if (top) flows.set('', { compiled: top, values, prefix: '', startedAt, recording })
  // A subflow comes after the one that it is a part of, whose name is shorter.
  const steps = [...recording.subflowVersions].sort(([left], [right]) => left.length - right.length)
  const pace = createPace()
  for (const [step, version] of steps) {
    await pace()
    const outer = flows.get(prefixOf(step))
    const node = outer?.compiled.nodes.get(nodeIdOf(step))?.node
    if (!outer || node?.type !== 'subflow') continue
    const inner = await compiled(node.workflowId, version)
    const input = recordedInput(outer, step)?.input ?? null
    if (inner)
      flows.set(`${step}/`, { ...outer, compiled: inner, prefix: `${step}/`, values: { ...values, input } })
  }
  const graphs = new Set([...flows.values()].map((flow) => flow.compiled))
  const secrets = (await Promise.all([...graphs].map(secretsOf))).flat()
  return {
    secrets,
    graphOf: (prefix) => flows.get(prefix)?.compiled ?? null,
    inputOf(step) {
      const flow = flows.get(prefixOf(step))
      return flow ? recordedInput(flow, step) : null
    },
  }
}

// Compiled graphs are shared by all that look at executions of the version.
const known = new WeakMap<CompiledGraph, Promise<string[]>>()

function secretsOf(compiled: CompiledGraph): Promise<string[]> {
  const found = known.get(compiled) ?? literalSecretsOf(compiled.graph)
  known.set(compiled, found)
  return found
}

const nodeIdOf = (step: string): string => step.slice(step.lastIndexOf('/') + 1).split(/[#~]/, 1)[0]!
