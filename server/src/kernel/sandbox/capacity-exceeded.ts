import { AppError } from '../errors.ts'

/** All capacity is used by sessions or scripts; a caller that can close a session may retry immediately. */
export class CapacityExceeded extends AppError {
  constructor() {
    super('sandbox_busy', 'All sandboxes of this server are in use', {
      hint: 'Try again in a few seconds; idle sessions are released.',
      headers: { 'retry-after': '2' },
    })
  }
}

/** Evicts something for the project, its own sessions first, and returns whether a retry is worthwhile. */
export type EvictIdle = (projectId: string) => Promise<boolean>

const maxAttempts = 40

/** Does work that may find no capacity; nothing of it has begun then, so it is tried again as long as others make way. */
export async function withCapacity<T>(
  evictIdle: EvictIdle | undefined,
  projectId: string,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await work()
    } catch (error) {
      const isWorthwhile =
        error instanceof CapacityExceeded && attempts < maxAttempts && (await evictIdle?.(projectId)) === true
      if (!isWorthwhile) throw error
    }
  }
}
