import { AppError } from '../../errors.ts'

export type ConnectionLimits = { perProject: number; perCaller: number }

export const defaultConnectionLimits: ConnectionLimits = { perProject: 1_000, perCaller: 100 }

/** Counts what is held open to be followed, event streams and WebSockets, in this process: by project and by key, session or token. */
export function createConnectionLimit({ perProject, perCaller }: ConnectionLimits) {
  const open = new Map<string, number>()

  function take(name: string, limit: number, whose: string): void {
    const count = open.get(name) ?? 0
    if (count >= limit)
      throw new AppError(
        'concurrency_limited',
        `${whose} has ${limit} open event streams and WebSocket connections`,
        {
          facts: { limit },
          hint: 'Close one that is no longer needed.',
          headers: { 'retry-after': '5' },
        },
      )
    open.set(name, count + 1)
  }

  function release(name: string): void {
    const count = open.get(name) ?? 0
    if (count > 1) open.set(name, count - 1)
    else open.delete(name)
  }

  return {
    /** Takes a place until the returned function is called. */
    open(projectId: string, caller: string): () => void {
      const [project, owner] = [`project ${projectId}`, `caller ${caller}`]
      take(owner, perCaller, 'This key')
      try {
        take(project, perProject, 'This project')
      } catch (error) {
        release(owner)
        throw error
      }
      return () => {
        release(owner)
        release(project)
      }
    },
  }
}

export type ConnectionLimit = ReturnType<typeof createConnectionLimit>
