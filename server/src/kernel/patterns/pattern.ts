import { type Found, type Machine, type MatchBudget, type State, search } from './search.ts'

/**
 * Patterns that users write are matched by our own automaton that walks the text once, because one badly nested
 * pattern in the language's own engine can hold the process for hours. Known are: characters, `.`, classes, `\d \w \s`
 * and their opposites, groups, `|`, `* + ?`, `{m,n}`, and the anchors `^` and `$` at the ends.
 */
type Test = (code: number) => boolean
type Node =
  | { kind: 'char'; test: Test }
  | { kind: 'sequence'; parts: Node[] }
  | { kind: 'choice'; parts: Node[] }
  | { kind: 'repeat'; part: Node; min: number; max: number }

export type Pattern = {
  /** Null when the budget ran out. */
  matches(text: string, budget?: MatchBudget): boolean | null
  /** The first match at or after a place, and the longest there; null when there is none, or the budget is spent. */
  find(text: string, from: number, budget: MatchBudget): Found | null
  /** How much there is to compile. */
  readonly size: number
}

export type { MatchBudget } from './search.ts'

class Unsupported extends Error {}

const maxStates = 2000
const maxRepeat = 500
// Parts that match nothing add no state, however often they are repeated.
const maxParts = 20_000
const stepsPerState = 5

export function isPatternSafe(source: string): boolean {
  try {
    compilePattern(source)
    return true
  } catch (error) {
    if (error instanceof Unsupported) return false
    throw error
  }
}

export function compilePattern(source: string): Pattern {
  const isAnchored = { start: source.startsWith('^'), end: /(?<!\\)(?:\\\\)*\$$/.test(source) }
  const body = source.slice(isAnchored.start ? 1 : 0, isAnchored.end ? -1 : undefined)
  const states: State[] = []
  const end = add(states, null, [])
  const start = createBuild(states)(parse(body), end)
  const machine: Kept = { states, start, end, isAnchored, sets: null }
  return {
    matches: (text, budget = { left: Number.POSITIVE_INFINITY }) => {
      // Compiling it is charged to the first text.
      if (machine.sets === null) budget.left -= states.length * stepsPerState
      return run(machine, text, budget)
    },
    find: (text, from, budget) => search(machine, text, from, budget),
    size: states.length,
  }
}

type Kept = Machine & {
  /** Used again for every text: making them takes longer than most texts. */
  sets: [StateSet, StateSet] | null
}

/** Walks the text once with all states it may be in. The work is states times characters, which the budget bounds. */
function run(machine: Kept, text: string, budget: MatchBudget): boolean | null {
  const { states, start, end, isAnchored } = machine
  machine.sets ??= [createStateSet(states), createStateSet(states)]
  let [current, next] = machine.sets
  current.clear()
  current.follow(start)
  for (const character of text) {
    if (current.has(end) && !isAnchored.end) return true
    const code = character.codePointAt(0)!
    next.clear()
    for (let i = 0; i < current.size(); i++) {
      const { test, next: targets } = states[current.at(i)]!
      if (test?.(code)) for (const target of targets) next.follow(target)
    }
    if (!isAnchored.start) next.follow(start)
    budget.left -= current.size() + 1
    if (budget.left < 0) return null
    if (next.size() === 0) return false
    ;[current, next] = [next, current]
  }
  return current.has(end)
}

/** The states reached so far, each once; emptied without iterating. */
function createStateSet(states: readonly State[]) {
  const reached = new Uint16Array(states.length)
  const round = new Uint32Array(states.length)
  const open: number[] = []
  let count = 0
  let now = 1
  return {
    size: () => count,
    at: (i: number) => reached[i]!,
    has: (id: number) => round[id] === now,
    clear() {
      count = 0
      now++
    },
    /** Also every state that is reached from it without a character. */
    follow(id: number) {
      open.push(id)
      while (open.length > 0) {
        const at = open.pop()!
        if (round[at] === now) continue
        round[at] = now
        reached[count++] = at
        const { test, next } = states[at]!
        if (test === null) for (const each of next) open.push(each)
      }
    },
  }
}

type StateSet = ReturnType<typeof createStateSet>

function add(states: State[], test: Test | null, next: number[]): number {
  if (states.length >= maxStates) throw new Unsupported('too large')
  return states.push({ test, next }) - 1
}

function createBuild(states: State[]) {
  let parts = 0

  /** The first state of a part that continues at `then`. */
  function build(node: Node, then: number): number {
    if (++parts > maxParts) throw new Unsupported('too large')
    switch (node.kind) {
      case 'char':
        return add(states, node.test, [then])
      case 'sequence':
        return node.parts.reduceRight((next, part) => build(part, next), then)
      case 'choice':
        return add(
          states,
          null,
          node.parts.map((part) => build(part, then)),
        )
      case 'repeat':
        return repeat(node, then)
    }
  }

  function repeat({ part, min, max }: Extract<Node, { kind: 'repeat' }>, then: number): number {
    let next = then
    if (max === Number.POSITIVE_INFINITY) {
      const loop = add(states, null, [then])
      states[loop]!.next.unshift(build(part, loop))
      next = loop
    } else for (let i = min; i < max; i++) next = add(states, null, [build(part, next), then])
    for (let i = 0; i < min; i++) next = build(part, next)
    return next
  }

  return build
}

function parse(source: string): Node {
  const characters = [...source]
  let at = 0

  function choice(depth: number): Node {
    if (depth > 20) throw new Unsupported('nested too deep')
    const parts = [sequence(depth)]
    while (characters[at] === '|') {
      at++
      parts.push(sequence(depth))
    }
    return parts.length === 1 ? parts[0]! : { kind: 'choice', parts }
  }

  function sequence(depth: number): Node {
    const parts: Node[] = []
    while (at < characters.length && characters[at] !== '|' && characters[at] !== ')')
      parts.push(repeated(depth))
    return { kind: 'sequence', parts }
  }

  function repeated(depth: number): Node {
    let node = single(depth)
    for (let range = quantifier(); range; range = quantifier()) {
      node = { kind: 'repeat', part: node, ...range }
      // As few as possible: the same texts match.
      if (characters[at] === '?') at++
    }
    return node
  }

  function quantifier(): { min: number; max: number } | null {
    const sign = characters[at] ?? ''
    const simple = { '*': [0, Number.POSITIVE_INFINITY], '+': [1, Number.POSITIVE_INFINITY], '?': [0, 1] }[
      sign
    ]
    if (simple) {
      at++
      return { min: simple[0]!, max: simple[1]! }
    }
    const counted = sign === '{' && /^\{(\d+)(,(\d*))?\}/.exec(characters.slice(at, at + 12).join(''))
    if (!counted) return null
    at += counted[0].length
    const min = Number(counted[1])
    const max = counted[2] === undefined ? min : counted[3] ? Number(counted[3]) : Number.POSITIVE_INFINITY
    if (min > maxRepeat || (max !== Number.POSITIVE_INFINITY && max > maxRepeat) || max < min)
      throw new Unsupported('repeats too often')
    return { min, max }
  }

  function single(depth: number): Node {
    const character = characters[at++]!
    switch (character) {
      case '(': {
        if (characters[at] === '?') {
          if (characters[at + 1] !== ':') throw new Unsupported('looks around')
          at += 2
        }
        const inner = choice(depth + 1)
        if (characters[at++] !== ')') throw new Unsupported('a group is open')
        return inner
      }
      case '[':
        return { kind: 'char', test: characterClass() }
      case '.':
        return { kind: 'char', test: (code) => code !== 10 && code !== 13 }
      case '\\':
        return { kind: 'char', test: escaped() }
      case '*':
      case '+':
      case '?':
      case ')':
      case '^':
      case '$':
        throw new Unsupported(`${character} is not allowed here`)
      default:
        return { kind: 'char', test: isCode(character.codePointAt(0)!) }
    }
  }

  function escaped(): Test {
    const character = characters[at++]
    if (character === undefined) throw new Unsupported('ends in a backslash')
    const known = classes[character]
    if (known) return known
    const control = { n: 10, r: 13, t: 9 }[character]
    if (control !== undefined) return isCode(control)
    if (/[A-Za-z0-9]/.test(character)) throw new Unsupported(`\\${character} is not known`)
    return isCode(character.codePointAt(0)!)
  }

  function characterClass(): Test {
    const isNegated = characters[at] === '^'
    if (isNegated) at++
    const tests: Test[] = []
    while (characters[at] !== ']') {
      const character = characters[at++]
      if (character === undefined) throw new Unsupported('a class is open')
      if (character === '\\') {
        tests.push(escaped())
        continue
      }
      const low = character.codePointAt(0)!
      if (characters[at] === '-' && characters[at + 1] !== ']' && characters[at + 1] !== undefined) {
        const high = characters[at + 1]!.codePointAt(0)!
        if (characters[at + 1] === '\\' || high < low) throw new Unsupported('a range runs backwards')
        at += 2
        tests.push((code) => code >= low && code <= high)
      } else tests.push(isCode(low))
    }
    at++
    return tabled((code) => tests.some((test) => test(code)) !== isNegated)
  }

  const node = choice(0)
  if (at < characters.length) throw new Unsupported('a group is closed twice')
  return node
}

/** Classes may name hundreds of characters; nearly all that is matched is ASCII. */
function tabled(test: Test): Test {
  const table = Array.from({ length: 128 }, (_, code) => test(code))
  return (code) => table[code] ?? test(code)
}

const isCode =
  (expected: number): Test =>
  (code) =>
    code === expected
const isDigit: Test = (code) => code >= 48 && code <= 57
const isWord: Test = (code) =>
  isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95
const isSpace: Test = (code) => code === 32 || (code >= 9 && code <= 13) || code === 160
const classes: Record<string, Test> = {
  d: isDigit,
  D: (code) => !isDigit(code),
  w: isWord,
  W: (code) => !isWord(code),
  s: isSpace,
  S: (code) => !isSpace(code),
}
