import { setTimeout as pause } from 'node:timers/promises'
import { sql } from '../../../src/kernel/db/db.ts'
import { type Scope, systemScope } from '../../../src/kernel/scope.ts'
import { faultsOf, type Observed, type Outside } from './check.ts'
import { expectedOf } from './expected.ts'
import { type Program, programOf, randomOf, signalKeyOf } from './program.ts'
import type { Stage } from './stage.ts'

export type Mischief = { kills: number; stops: number; crashes: number }

type Subject = Outside & { runId: string; program: Program }

/**
 * Carries out one program for each seed, all concurrently, while workers and the database go down; returns every fault.
 */
export async function playRound(
  stage: Stage,
  seeds: readonly number[],
  mischief: Mischief,
): Promise<string[]> {
  const scope = systemScope(uuidOf(seeds[0]!, 0))
  const subjects = seeds.map((seed): Subject => {
    const program = programOf(seed)
    const isCancelRequested = program.cancelAfterMs !== null
    return { runId: uuidOf(seed, 1), program, bond: null, isCancelRequested }
  })
  await Promise.all([
    ...subjects.map((subject) => accompany(stage, scope, subject)),
    makeMischief(stage, mischief, randomOf(seeds[0]!)),
  ])
  await allOver(stage, scope)
  return judge(await observe(stage, scope), subjects)
}

/** The children that a run has started, found by what they were started with: their ids are chosen by the run. */
function childrenOf(
  observed: ReadonlyMap<string, Observed>,
  { runId, program, isCancelRequested }: Subject,
): Subject[] {
  return expectedOf(program).children.flatMap(({ name, program, bond }) =>
    [...observed]
      .filter(([, { input }]) => input.parent?.id === runId && input.parent.name === name)
      .map(([id]) => ({
        runId: id,
        program,
        bond,
        // A child ends with its parent.
        isCancelRequested: bond === 'leave' || (bond === 'join' && isCancelRequested),
      })),
  )
}

/** Every seed has its own ids; a second round with the same seeds needs its own stage. */
const uuidOf = (seed: number, index: number): string =>
  `${seed.toString(16).padStart(8, '0')}-000${index}-4000-8000-000000000000`

/** Starts the run, and sends what it waits for. */
async function accompany({ insist, runs }: Stage, scope: Scope, { runId, program }: Subject): Promise<void> {
  const input = { seed: program.seed }
  await insist((tx) => runs.enqueue(tx, scope, { kind: 'program', id: runId, input }))
  const later = async (ms: number, work: () => Promise<unknown>) => {
    await pause(ms)
    await work()
  }
  await Promise.all([
    ...program.operations.map(async (operation) => {
      if (operation.op !== 'wait' || !['signal', 'race'].includes(operation.answer)) return
      const key = signalKeyOf(runId, operation.name)
      await later(operation.afterMs, () =>
        insist((tx) => runs.signal(tx, scope, key, { to: operation.name })),
      )
    }),
    program.cancelAfterMs !== null &&
      later(program.cancelAfterMs, () => insist((tx) => runs.cancel(tx, scope, runId))),
  ])
}

async function makeMischief(
  { workers, crashDatabase }: Stage,
  { kills, stops, crashes }: Mischief,
  random: () => number,
): Promise<void> {
  const actions = [
    ...Array.from({ length: kills }, () => 'SIGKILL' as const),
    ...Array.from({ length: stops }, () => 'SIGTERM' as const),
    ...Array.from({ length: crashes }, () => 'crash' as const),
  ].sort(() => random() - 0.5)
  for (const action of actions) {
    await pause(50 + random() * 400)
    if (action === 'crash') await crashDatabase()
    else {
      await workers.end(workers.any(), action)
      await workers.start()
    }
  }
}

/** Waits without a separate timeout: a run that is stuck is found by the limit of the test. */
async function allOver({ insist }: Stage, { projectId }: Scope): Promise<void> {
  while (true) {
    const [row] = await insist((tx) =>
      tx.rows<{ open: number }>(sql`
        select count(*)::int as open from run where project_id = ${projectId} and ended_at is null`),
    )
    if (row!.open === 0) return
    await pause(50)
  }
}

function judge(observed: ReadonlyMap<string, Observed>, tops: Subject[]): string[] {
  const subjects = [...tops, ...tops.flatMap((top) => childrenOf(observed, top))]
  const births = [...observed.values()].flatMap(({ input: { parent } }) =>
    parent ? [`${parent.id} ${parent.name}`] : [],
  )
  const twins = births
    .filter((birth, index) => births.indexOf(birth) !== index)
    .map((birth) => `${birth} twice`)
  const expectedIds = new Set(subjects.map(({ runId }) => runId))
  const strays = [...observed.keys()].filter((id) => !expectedIds.has(id)).map((id) => `${id}: unknown run`)
  const faults = [...twins, ...strays]
  for (const { runId, program, ...outside } of subjects) {
    const run = observed.get(runId)
    const found = run ? faultsOf(program, expectedOf(program), run, outside) : ['its run does not exist']
    faults.push(...found.map((fault) => `seed ${program.seed} (${runId}): ${fault}`))
  }
  return faults
}

async function observe({ insist, marks }: Stage, { projectId }: Scope): Promise<Map<string, Observed>> {
  const rows = await insist((tx) =>
    tx.rows<Omit<Observed, 'started'> & { id: string }>(sql`
      select id, status, input, output, error, attempt, last_seq as "lastSeq",
        coalesce((select jsonb_agg(jsonb_build_object('name', s.name, 'output', s.output, 'attempt', s.attempt,
                    'also', s.maybe_also_attempt) order by s.finished_at)
                  from run_step s where s.project_id = r.project_id and s.run_id = r.id), '[]') as steps,
        coalesce((select jsonb_agg(e.step) from effect e where e.run_id = r.id), '[]') as effects,
        coalesce((select jsonb_agg(jsonb_build_object('seq', e.seq, 'data', e.data) order by e.seq)
                  from run_event e where e.project_id = r.project_id and e.run_id = r.id), '[]') as events
      from run r where project_id = ${projectId}`),
  )
  const found = new Map(
    rows.map(({ id, ...run }) => [id, { ...run, started: new Map<string, Set<number>>() }]),
  )
  for (const [id = '', name = '', attempt] of await marks()) {
    const started = found.get(id)?.started
    started?.set(name, (started.get(name) ?? new Set()).add(Number(attempt)))
  }
  return found
}
