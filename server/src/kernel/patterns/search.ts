/** A state of the machine: what it takes, and where it goes. */
export type State = { test: ((code: number) => boolean) | null; next: number[] }

/** What matching may cost, shared by all that is matched in one go; `left` falls below zero when it is spent. */
export type MatchBudget = { left: number }

export type Machine = {
  states: readonly State[]
  start: number
  end: number
  isAnchored: { start: boolean; end: boolean }
}

export type Found = { from: number; to: number }

/**
 * The first match at or after a place, and of those that begin there the longest; null when there is none or the budget
 * is spent. All matches that may still come are followed in parallel, each state by the earliest that reached it, so
 * the text is walked once.
 */
export function search(machine: Machine, text: string, from: number, budget: MatchBudget): Found | null {
  const { states, start, end, isAnchored } = machine
  let current = createThreads(states)
  let next = createThreads(states)
  let found: Found | null = null
  for (let at = from; ; ) {
    if (found === null && (at === 0 || !isAnchored.start)) current.follow(start, at)
    const begin = current.startOf(end)
    if (
      begin !== undefined &&
      (!isAnchored.end || at === text.length) &&
      (found === null || begin <= found.from)
    )
      found = { from: begin, to: at }
    budget.left -= current.size() + 1
    if (budget.left < 0) return null
    if (at >= text.length || (current.size() === 0 && (found !== null || isAnchored.start))) return found
    const code = text.codePointAt(at)!
    at += code > 0xffff ? 2 : 1
    next.clear()
    for (let i = 0; i < current.size(); i++) {
      const { state, begin: started } = current.at(i)
      const { test, next: targets } = states[state]!
      // One that began behind a match can no longer be the first.
      if ((found === null || started <= found.from) && test?.(code))
        for (const each of targets) next.follow(each, started)
    }
    ;[current, next] = [next, current]
  }
}

/** The states reached, each once, in the order in which their matches began. */
function createThreads(states: readonly State[]) {
  const reached: number[] = []
  const begins = new Int32Array(states.length)
  const round = new Uint32Array(states.length)
  let now = 1
  return {
    size: () => reached.length,
    at: (i: number) => ({ state: reached[i]!, begin: begins[reached[i]!]! }),
    startOf: (state: number) => (round[state] === now ? begins[state] : undefined),
    clear() {
      reached.length = 0
      now++
    },
    follow(state: number, begin: number) {
      const open = [state]
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        if (round[at] === now) continue
        round[at] = now
        begins[at] = begin
        reached.push(at)
        const { test, next } = states[at]!
        if (test === null) for (const each of next) open.push(each)
      }
    },
  }
}
