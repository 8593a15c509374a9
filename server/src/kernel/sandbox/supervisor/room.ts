import type { Language } from '../wire/messages.ts'

/** Every place is taken by processes that hold somebody's session or run somebody's script. */
export class RoomFull extends Error {}

/** A process that holds nothing and may be ended for the sake of another. */
export type Spare = { idleSince: number; end(): void }

/** How much memory interpreters take together, and who makes way when it is not enough. */
export type Room = {
  /** Ends idle processes until one more of the language fits; throws a RoomFull when nobody can make way. */
  claim(language: Language): void
  /** Whether one more fits without anybody making way. */
  fits(language: Language): boolean
  add(language: Language): void
  remove(language: Language): void
  /** Somebody who knows of processes that may end. */
  register(listSpares: () => readonly Spare[]): void
}

/** What a process of each language takes with a usual script in it, in megabytes; seldom more, at most its limit. */
export const usualMegabytes: Record<Language, number> = { javascript: 40, python: 80 }

export function createRoom(megabytes: number): Room {
  const sources: (() => readonly Spare[])[] = []
  let taken = 0
  const fits = (language: Language) => taken + usualMegabytes[language] <= megabytes
  return {
    fits,
    claim(language) {
      if (fits(language)) return
      const spares = sources.flatMap((list) => list()).sort((a, b) => a.idleSince - b.idleSince)
      let freed = 0
      for (const spare of spares) {
        if (taken - freed + usualMegabytes[language] <= megabytes) return
        spare.end()
        // At least so much; the place itself is given back when the process is gone.
        freed += usualMegabytes.javascript
      }
      if (taken - freed + usualMegabytes[language] > megabytes)
        throw new RoomFull(`interpreters take all of the ${megabytes} MB they may take`)
    },
    add: (language) => {
      taken += usualMegabytes[language]
    },
    remove: (language) => {
      taken -= usualMegabytes[language]
    },
    register: (listSpares) => void sources.push(listSpares),
  }
}
