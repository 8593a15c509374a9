import { type Bond, type Operation, type Program, programOf } from './program.ts'

/** One record that a run may leave, in the order of its turn; several values where a race decides. */
export type ExpectedStep = { turn: number; name: string; values: unknown[]; hasEffect: boolean }

export type Expected = {
  steps: ExpectedStep[]
  /** The record behind which the run fails; null when it succeeds. */
  failure: { code: string; message: string } | null
  emits: number[]
  /** The programs of the runs that it starts, by their ids. */
  children: { name: string; program: Program; bond: Bond }[]
}

/** Anything at all: when something was to happen is not foretold. */
export const anything = Symbol('anything')

/** What a program may leave behind, whatever happens to those who carry it out. */
export function expectedOf(program: Program): Expected {
  const expected: Expected = { steps: [], failure: null, emits: [], children: [] }
  for (const [turn, operation] of program.operations.entries()) {
    expect(expected, turn * 2, operation)
    if (expected.failure) break
  }
  return expected
}

/** What a child hands to its parent: the outputs of all of its operations. */
export const outputsOf = (program: Program): unknown[] => program.operations.map(outputOf)

function outputOf(operation: Operation): unknown {
  if (operation.op === 'pair') return [0, 1]
  return operation.op === 'step' ? operation.value : null
}

function expect(expected: Expected, turn: number, operation: Operation): void {
  const add = (name: string, values: unknown[], more: Partial<ExpectedStep> = {}) =>
    expected.steps.push({ turn, name, values, hasEffect: false, ...more })
  switch (operation.op) {
    case 'emit':
      expected.emits.push(operation.index)
      return
    case 'sleep':
      add(operation.name, [anything])
      return
    case 'wait': {
      const { name, answer } = operation
      const isTimed = answer === 'timeout' || answer === 'race'
      if (isTimed) add(`${name}:until`, [anything])
      const values = { signal: [{ to: name }], timeout: [null], race: [null, { to: name }], never: [] }
      add(name, values[answer], { turn: turn + 1 })
      return
    }
    case 'pair':
      for (const [index, name] of operation.names.entries()) add(name, [index])
      return
    case 'child': {
      const { name, bond } = operation
      const program = programOf(operation.seed, true)
      add(`${name}:start`, [bond === 'signal' ? null : anything])
      if (bond === 'signal') add(name, [outputsOf(program)], { turn: turn + 1 })
      // Its id is in it: the output of the child is compared with the child's own run.
      if (bond === 'join') add(name, [anything], { turn: turn + 1 })
      expected.children.push({ name, program, bond })
      return
    }
    case 'step': {
      const { name, failures, retries, isPermanent, value, hasCommit } = operation
      if (isPermanent) expected.failure = { code: 'gone', message: `${name} is missing` }
      else if (failures > retries) expected.failure = { code: 'handler_failed', message: `${name} failed` }
      else add(name, [value], { hasEffect: hasCommit })
    }
  }
}
