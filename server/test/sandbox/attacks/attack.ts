import type { FailureCode, Language } from '../../../src/kernel/sandbox/protocol/messages.ts'

/** What attackers aim at; its marks are looked for in everything that comes out of a sandbox. */
export type Target = { secretFile: string; folder: string; port: number }

/**
 * One thing a guest may try. `ends` are the ways in which it may end; without any it must end by itself and
 * report what it met. Whatever it is, the target must stay untouched and the neighbour unharmed.
 */
export type Attack = {
  id: string
  language: Language
  what: string
  source(target: Target): string
  ends?: readonly FailureCode[]
  timeoutMs?: number
  /** How often it is run, one right after the other; what it tries to leave behind it must not find again. */
  times?: number
}

/** For lists of attacks in one language. */
export const attacksIn =
  (language: Language) =>
  (
    id: string,
    what: string,
    source: string | ((target: Target) => string),
    more: Partial<Attack> = {},
  ): Attack => ({
    id,
    language,
    what,
    source: typeof source === 'string' ? () => source : source,
    ...more,
  })
