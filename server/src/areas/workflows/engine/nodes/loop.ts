import type { RunContext } from '../../../../kernel/runs/run.ts'
import { strongestTaint, type Taint } from '../../../../kernel/text/taint.ts'
import type { StoppedPart } from '../../../agents/index.ts'
import type { Level } from '../../graph/level.ts'
import { type Roots, rootsOf, toNodeRoot } from '../../graph/node-input.ts'
import { NodeFailure } from '../failure.ts'
import { untilDeadline } from '../interpreter/deadline.ts'
import { type RunNode, runLevel } from '../interpreter/level.ts'
import type { LivePass } from '../interpreter/state.ts'
import { failureOfStop } from '../interpreter/stop.ts'
import { stoppedParts } from '../interpreter/stopped-parts.ts'
import type { Attempt, Done, NodeKind } from './kind.ts'
import { outputOf } from './outputs.ts'

/** Runs the body once for each item, or while the condition holds. Its output is the list of what each iteration gave. */
export const loopKind = (runNode: RunNode): NodeKind<'loop'> => ({
  run: (attempt) =>
    untilDeadline(attempt, attempt.node.timeoutSec, (signal) =>
      runIterations({ ...attempt, signal }, runNode),
    ),
})

type LoopPosition = { context: RunContext; now: number }

async function runIterations(attempt: Attempt<'loop'>, runNode: RunNode): Promise<Done> {
  const { node, state, roots } = attempt
  const items = itemsOf(attempt)
  const outputs: unknown[] = []
  let taint: Taint = null
  const stopped: StoppedPart[] = []
  let position: LoopPosition = { context: attempt.context, now: attempt.now }
  for (let index = 0; ; index++) {
    const iteration = items
      ? { item: items[index], index }
      : { index, previous: index === 0 ? null : outputs[index - 1] }
    if (items ? index >= items.length : !continues(attempt, { ...roots, ...iteration }, position.now)) break
    if (index >= node.max)
      throw new NodeFailure('loop_limit', `The loop has more than ${node.max} iterations, its \`max\`.`)
    const label = attempt.attempt === 0 ? String(index) : `${index}.${attempt.attempt}`
    const pass = passOf(attempt, { iteration, label, taint })
    const entry = position
    await state.waits
      .outside(() =>
        runLevel({ state, pass, entry: entry.context, now: entry.now, signal: attempt.signal }, runNode),
      )
      .catch((error) => {
        throw failureOfStop(error)
      })
    position = positionAfter(pass, entry)
    outputs.push(iterationOutput(attempt, pass, position.now))
    taint = strongestTaint([taint, ...[...pass.outcomes.values()].map((each) => each.taint)])
    stopped.push(...[...pass.outcomes.values()].flatMap((each) => each.stopped ?? []))
    await state.pace()
  }
  return { output: outputs, taint, stopped: stoppedParts(stopped), ...position }
}

function itemsOf({ pass, node, roots, now }: Attempt<'loop'>): readonly unknown[] | null {
  const { over } = pass.flow.compiled.nodes.get(node.id)!
  if (!over) return null
  const items = over.evaluate({ roots, now })
  if (!Array.isArray(items)) throw new NodeFailure('not_a_list', 'What the loop goes over is not a list.')
  if (items.length > node.max)
    throw new NodeFailure(
      'loop_limit',
      `The list has ${items.length} items, and the loop at most ${node.max} iterations, its \`max\`.`,
    )
  return items
}

const continues = ({ pass, node }: Attempt<'loop'>, roots: Roots, now: number): boolean =>
  pass.flow.compiled.nodes.get(node.id)!.while?.evaluate({ roots, now }) ?? false

type Iteration = Pick<LivePass, 'iteration' | 'taint'> & { label: string }

const passOf = (
  { pass, node, labels }: Attempt<'loop'>,
  { iteration, label, taint }: Iteration,
): LivePass => ({
  values: pass.values,
  outer: pass,
  iteration,
  flow: pass.flow,
  level: pass.flow.compiled.structure.levels.get(node.id)!,
  outcomes: new Map(),
  taint,
  labels: [...labels, label],
})

const lastNodes = (level: Level) => level.nodes.filter(({ id }) => !level.outgoing.has(id))

/** Behind the last nodes of an iteration that ran. */
function positionAfter({ level, outcomes }: LivePass, entry: LoopPosition): LoopPosition {
  const ends = lastNodes(level)
    .map(({ id }) => outcomes.get(id)!)
    .filter(({ status }) => status !== 'skipped')
  if (ends.length === 0) return entry
  return {
    context: ends[0]!.context,
    now: Math.max(entry.now, ...ends.map(({ now }) => now)),
  }
}

/** What its mapping says, which sees every node of the body; else what the last nodes that ran gave. */
function iterationOutput({ pass: outer, node }: Attempt<'loop'>, pass: LivePass, now: number): unknown {
  const { compiled } = pass.flow
  const { iterationOutput: mapping } = compiled.nodes.get(node.id)!
  if (mapping) {
    const roots = rootsOf(compiled.structure, outer, node.id)
    for (const [id, outcome] of pass.outcomes) roots.nodes[id] = toNodeRoot(outcome)
    return mapping.evaluate({ roots: { ...roots, ...pass.iteration }, now })
  }
  const ran = lastNodes(pass.level)
    .map(({ id }) => ({ id, result: pass.outcomes.get(id)! }))
    .filter(({ result }) => result.status !== 'skipped')
  return outputOf(ran)
}
