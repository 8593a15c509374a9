import { AppError } from '../../../kernel/errors.ts'

/** How many calls of a project this node works on at once: one project must not take all there is. */
export function createSlots(perProject: number) {
  const taken = new Map<string, number>()
  return {
    /** Gives the slot back when called; any further call does nothing. */
    take(projectId: string): () => void {
      const count = taken.get(projectId) ?? 0
      if (count >= perProject)
        throw new AppError(
          'concurrency_limited',
          `The project has reached its limit of ${perProject} concurrent calls`,
          {
            facts: { limit: perProject },
            hint: 'Wait for some of them to finish.',
            headers: { 'retry-after': '1' },
          },
        )
      taken.set(projectId, count + 1)
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        const left = taken.get(projectId)! - 1
        if (left > 0) taken.set(projectId, left)
        else taken.delete(projectId)
      }
    },
  }
}

export type Slots = ReturnType<typeof createSlots>
