import { isDeepStrictEqual } from 'node:util'
import type { ChildResult } from '../../../src/kernel/runs/run.ts'
import { anything, type Expected, outputsOf } from './expected.ts'
import type { Bond, Program, ProgramInput } from './program.ts'

/** What the database and the marks say about one run. */
export type Observed = {
  /** What it was started with. */
  input: ProgramInput
  status: string
  output: unknown
  error: { code: string; message: string } | null
  attempt: number
  lastSeq: number
  steps: { name: string; output: unknown; attempt: number; also: number | null }[]
  effects: string[]
  events: { seq: number; data: unknown }[]
  /** Which attempts have begun each step. */
  started: Map<string, Set<number>>
}

/** What was done to the run from outside. */
export type Outside = {
  isCancelRequested: boolean
  /** How it belongs to the run that started it; null for none. */
  bond: Bond | null
}

/** Everything in which the run does not behave as it may. */
export function faultsOf(program: Program, expected: Expected, run: Observed, outside: Outside): string[] {
  const faults = [...statusFaults(program, expected, run, outside)]
  const steps = outside.bond === 'signal' && run.status === 'succeeded' ? run.steps.slice(0, -1) : run.steps
  const stepOf = (name: string) => program.operations.find((each) => each.op === 'step' && each.name === name)
  const classOf = (name: string) => (stepOf(name) as { class?: string } | undefined)?.class
  // When they were done is known by the clock of their node alone.
  const deferred = new Set(steps.map(({ name }) => name).filter((name) => classOf(name) !== undefined))
  let turn = 0
  for (const step of steps) {
    const expectedStep = expected.steps.find(({ name }) => name === step.name)
    if (!expectedStep) faults.push(`${step.name} should not have been done`)
    else if (expectedStep.turn < turn && !deferred.has(step.name)) faults.push(`${step.name} came too late`)
    else if (
      !expectedStep.values.some((value) => value === anything || isDeepStrictEqual(value, step.output))
    )
      faults.push(`${step.name} recorded ${JSON.stringify(step.output)}`)
    if (!deferred.has(step.name)) turn = expectedStep?.turn ?? turn
  }
  const missing = expected.steps.filter(
    (each) => each.turn < turn && !steps.some(({ name }) => name === each.name),
  )
  if (missing.length > 0) faults.push(`${missing.map(({ name }) => name)} was left out`)
  const effects = expected.steps.filter(({ hasEffect }) => hasEffect).map(({ name }) => name)
  const recorded = new Set(run.steps.map(({ name }) => name))
  const due = effects.filter((name) => recorded.has(name))
  if (!isDeepStrictEqual([...run.effects].sort(), [...due].sort()))
    faults.push(`effects ${run.effects} instead of ${due}`)
  for (const { name, attempt, also } of run.steps) {
    const started = run.started.get(name) ?? new Set()
    if (started.size > 1 && also === null && classOf(name) !== 'pure')
      faults.push(`${name} was begun by attempts ${[...started]} unmarked`)
    const requested = run.started.get(`asked:${name}`)?.size ?? 0
    if (classOf(name) === 'once' && requested < started.size - 1)
      faults.push(`${name} was repeated without asking`)
    if (also !== null && also >= attempt) faults.push(`${name} of attempt ${attempt} names attempt ${also}`)
  }
  return [...faults, ...logFaults(expected, run)]
}

function statusFaults(program: Program, expected: Expected, run: Observed, outside: Outside): string[] {
  if (run.status === 'cancelled')
    return outside.isCancelRequested ? [] : ['it was cancelled without a request']
  if (run.status === 'failed')
    return isDeepStrictEqual(run.error, expected.failure)
      ? countFaults(expected, run, 0)
      : [`it failed: ${JSON.stringify(run.error)}`]
  if (run.status !== 'succeeded') return [`it is ${run.status}`]
  if (expected.failure) return [`it succeeded instead of failing: ${expected.failure.message}`]
  const outputs = new Map(run.steps.map(({ name, output }) => [name, output]))
  const expectedResults = program.operations.map((operation) => {
    if (operation.op === 'pair') return operation.names.map((name) => outputs.get(name))
    if (operation.op === 'child' && operation.bond === 'leave') return null
    const output = operation.op === 'emit' || operation.op === 'sleep' ? null : outputs.get(operation.name)
    return operation.op === 'child' && operation.bond === 'join'
      ? (output as ChildResult[])[0]!.output
      : output
  })
  const faults = countFaults(expected, run, outside.bond === 'signal' ? 1 : 0)
  if (!isDeepStrictEqual(run.output, expectedResults))
    faults.push(`it returned ${JSON.stringify(run.output)}`)
  if (outside.bond !== null && !isDeepStrictEqual(run.output, outputsOf(program)))
    faults.push('its output is wrong')
  return faults
}

const countFaults = (expected: Expected, run: Observed, more: number): string[] =>
  run.steps.length === expected.steps.length + more
    ? []
    : [`${run.steps.length} records instead of ${expected.steps.length + more}`]

/** Numbered without gaps; a run that completed has sent everything, in order, at least once. */
function logFaults(expected: Expected, run: Observed): string[] {
  if (run.events.length !== run.lastSeq || run.events.some(({ seq }, index) => seq !== index + 1))
    return [`the log has gaps: ${run.events.map(({ seq }) => seq)} of ${run.lastSeq}`]
  if (run.status === 'cancelled') return []
  const output = run.events.map(({ data }) => data)
  if (run.attempt === 1)
    return isDeepStrictEqual(output, expected.emits) ? [] : [`it said ${output} instead of ${expected.emits}`]
  let found = 0
  for (const word of output) if (word === expected.emits[found]) found++
  // Those before a failing or lost attempt may be there as well, but the last attempt writes them all again.
  return found >= expected.emits.length ? [] : [`it said ${output} instead of ${expected.emits}`]
}
