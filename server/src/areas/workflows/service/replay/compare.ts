import { diffJson } from '../../../../kernel/json/json-diff.ts'
import type { CompiledGraph } from '../../graph/compile.ts'
import { type NodeRecord, parseStepName } from '../../graph/record.ts'
import type { Replay, ReplayedNode, ReplayOutcome } from '../../schema/replay.ts'
import type { RecordedStep } from '../../store/recording.ts'

const maxChanges = 50

export function changesOf(before: unknown, after: unknown): Replay['result']['changes'] {
  return diffJson(before, after, maxChanges).map(({ path, kind, before: was, after: is }) => ({
    path,
    kind,
    before: was ?? null,
    after: is ?? null,
  }))
}

/** The last try of each node, by the name of the first. */
function lastTries(steps: readonly RecordedStep[]): Map<string, NodeRecord> {
  const found = new Map<string, { attempt: number; record: NodeRecord }>()
  for (const { name, record } of steps) {
    const { isNode, attempt } = parseStepName(name)
    if (!isNode) continue
    const first = name.replace(/~\d+$/, '')
    if (attempt >= (found.get(first)?.attempt ?? 0)) found.set(first, { attempt, record })
  }
  return new Map([...found].map(([name, { record }]) => [name, record]))
}

const sideOf = (record: NodeRecord | undefined) =>
  record ? { status: record.s === 'ok' ? 'completed' : 'failed', error: record.e?.message ?? null } : null

function verdictOf(before: NodeRecord | undefined, after: NodeRecord | undefined, isSame: boolean) {
  if (after?.t === 'unmatched') return 'unmatched'
  if (!before) return 'new'
  if (!after) return 'gone'
  return isSame ? 'same' : 'changed'
}

/** Node by node, in the order of the replay, what is missing at the end. */
export function compareNodes(
  recorded: readonly RecordedStep[],
  replayed: readonly RecordedStep[],
  graphs: { before: CompiledGraph | null; after: CompiledGraph },
): ReplayedNode[] {
  const [before, after] = [lastTries(recorded), lastTries(replayed)]
  return [...new Set([...after.keys(), ...before.keys()])].map((step) => {
    const [was, is] = [before.get(step), after.get(step)]
    const changes = was && is ? changesOf(was.o ?? null, is.o ?? null) : []
    const isSame = changes.length === 0 && was?.s === is?.s
    const { path } = parseStepName(step)
    const id = path.at(-1)!
    const node = graphs.after.nodes.get(path[0]!) ?? graphs.before?.nodes.get(path[0]!)
    return {
      nodeId: id,
      step,
      type: path.length === 1 ? (node?.node.type ?? 'unknown') : 'subflow',
      verdict: verdictOf(was, is, isSame),
      before: sideOf(was),
      after: sideOf(is),
      changes,
    }
  })
}

export function compareResults(before: ReplayOutcome, after: ReplayOutcome): Replay['result'] {
  const changes = changesOf(
    { status: before.status, error: before.error?.code ?? null, output: before.output },
    { status: after.status, error: after.error?.code ?? null, output: after.output },
  )
  return { verdict: changes.length === 0 ? 'same' : 'changed', before, after, changes }
}

export function countVerdicts(nodes: readonly ReplayedNode[]): Replay['counts'] {
  const counts = { same: 0, changed: 0, new: 0, gone: 0, unmatched: 0 }
  for (const { verdict } of nodes) counts[verdict]++
  return counts
}
