import type { Language } from '../wire/messages.ts'

/** Every place is taken by processes that hold somebody's session or run somebody's script. */
export class RoomFull extends Error {}

/** A process that holds nothing and may be ended for the sake of another. */
export type Spare = { idleSince: number; megabytes: number; end(): void }

/** How much memory interpreters take together, and who makes way when it is not enough. */
export type Room = {
  /** Ends idle processes until one more of the language fits; throws a RoomFull when nobody can make way. */
  claim(language: Language): void
  /** Whether one more fits without anybody making way. */
  fits(language: Language): boolean
  add(resident: Resident): void
  remove(resident: Resident): void
  /** Somebody who knows of processes that may end. */
  register(listSpares: () => readonly Spare[]): void
}

/** A process, and what it takes by itself at the moment; null as long as that says nothing about it. */
export type Resident = { language: Language; megabytes(): number | null }

/** What a process of each language takes with a usual script in it: as much is set aside for one that is started. */
export const usualMegabytes: Record<Language, number> = { javascript: 40, python: 130 }

export function createRoom(megabytes: number): Room {
  const sources: (() => readonly Spare[])[] = []
  const residents = new Set<Resident>()
  // Asked anew each time: sessions grow, and it is asked only where a process is started, which takes far longer.
  const taken = () =>
    [...residents].reduce((sum, each) => sum + (each.megabytes() ?? usualMegabytes[each.language]), 0)
  const fits = (language: Language) => taken() + usualMegabytes[language] <= megabytes
  return {
    fits,
    claim(language) {
      let needed = taken() + usualMegabytes[language] - megabytes
      const spares = sources.flatMap((list) => list()).sort((a, b) => a.idleSince - b.idleSince)
      for (const spare of spares) {
        if (needed <= 0) return
        // The place itself is given back when the process is gone.
        needed -= spare.megabytes
        spare.end()
      }
      if (needed > 0) throw new RoomFull(`interpreters take all of the ${megabytes} MB they may take`)
    },
    add: (resident) => void residents.add(resident),
    remove: (resident) => void residents.delete(resident),
    register: (listSpares) => void sources.push(listSpares),
  }
}
