/** How much of a kind of work one node runs for each project at a time. */
export function createProjectLimit({ perProject, refusal }: { perProject: number; refusal(): Error }) {
  const taken = new Map<string, number>()
  return {
    takenBy: (projectId: string): number => taken.get(projectId) ?? 0,
    /** Throws the refusal when all are taken. Gives its place back when called; any further call does nothing. */
    take(projectId: string): () => void {
      const count = taken.get(projectId) ?? 0
      if (count >= perProject) throw refusal()
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
