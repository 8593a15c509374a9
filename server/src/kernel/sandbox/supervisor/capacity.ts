import type { Language } from '../protocol/messages.ts'

/** Every place is taken by processes that hold someone's session or run someone's script. */
export class OutOfCapacity extends Error {}

/** A process that holds nothing and may be ended for the sake of another. */
export type Spare = { idleSince: number; megabytes: number; end(): void }

/** How much memory interpreters take together, and who makes way when it is not enough. */
export type Capacity = {
  /** Ends idle processes until one more of the language fits; throws a RoomFull when none can make way. */
  claim(language: Language): void
  /** Throws a RoomFull when the project has its share: the rest is for others, whatever its scripts do. */
  checkShare(language: Language, projectId: string): void
  /** The process belongs to the project from now on. */
  assign(resident: Resident, projectId: string): void
  /** How many processes belong to the project. */
  countOf(projectId: string): number
  /** Whether one more fits without anyone making way. */
  fits(language: Language): boolean
  add(resident: Resident): void
  remove(resident: Resident): void
  /** Someone who knows of processes that may end. */
  register(listSpares: () => readonly Spare[]): void
}

/** A process, and what it takes by itself at the moment; null as long as that says nothing about it. */
export type Resident = { language: Language; megabytes(): number | null }

/** What a process of each language takes with a usual script in it: as much is set aside for one that is started. */
export const defaultMegabytes: Record<Language, number> = { javascript: 40, python: 130 }

// However much one project has to do, another finds a place for its first scripts.
const maxShare = 0.75

export function createCapacity(megabytes: number): Capacity {
  const sources: (() => readonly Spare[])[] = []
  const residents = new Set<Resident>()
  const owners = new Map<Resident, string>()
  // Read again each time: sessions grow, and it is read only where a process is started, which takes far longer.
  const sumOf = (all: Iterable<Resident>) =>
    [...all].reduce((sum, each) => sum + (each.megabytes() ?? defaultMegabytes[each.language]), 0)
  const taken = () => sumOf(residents)
  const ownedBy = (projectId: string) => [...residents].filter((each) => owners.get(each) === projectId)
  const fits = (language: Language) => taken() + defaultMegabytes[language] <= megabytes
  return {
    fits,
    claim(language) {
      let needed = taken() + defaultMegabytes[language] - megabytes
      const spares = sources.flatMap((list) => list()).sort((a, b) => a.idleSince - b.idleSince)
      for (const spare of spares) {
        if (needed <= 0) return
        // The slot itself is released when the process has exited.
        needed -= spare.megabytes
        spare.end()
      }
      if (needed > 0) throw new OutOfCapacity(`interpreters take all of the ${megabytes} MB they may take`)
    },
    add: (resident) => void residents.add(resident),
    remove(resident) {
      residents.delete(resident)
      owners.delete(resident)
    },
    assign: (resident, projectId) => void owners.set(resident, projectId),
    countOf: (projectId) => ownedBy(projectId).length,
    checkShare(language, projectId) {
      const own = ownedBy(projectId)
      if (own.length > 0 && sumOf(own) + defaultMegabytes[language] > maxShare * megabytes)
        throw new OutOfCapacity(`the project takes its share of the ${megabytes} MB for interpreters`)
    },
    register: (listSpares) => void sources.push(listSpares),
  }
}
