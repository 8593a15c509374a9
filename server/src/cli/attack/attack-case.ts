import type { AttackTarget } from './target.ts'

/** One attempt from outside at a running installation. */
export type AttackCase = {
  /** Its row in docs/security/threats.md. */
  row: string
  what: string
  /** What the operator does when it succeeds. */
  fix: string
  /** Returns what got through, and null when nothing did. */
  attempt(target: AttackTarget): Promise<string | null>
}

/** What a response that should have been a refusal says of itself, and null for the refusals that are right. */
export const unless = (
  what: string,
  { status }: { status: number },
  ...refusals: readonly number[]
): string | null => (refusals.includes(status) ? null : `${what} got ${status}`)

/** The first thing that got through. */
export async function firstOf(attempts: Iterable<() => Promise<string | null>>): Promise<string | null> {
  for (const attempt of attempts) {
    const breach = await attempt()
    if (breach !== null) return breach
  }
  return null
}
