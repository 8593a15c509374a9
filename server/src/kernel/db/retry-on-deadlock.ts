import { setTimeout as pause } from 'node:timers/promises'

// The database detected a deadlock and rolled back this transaction; nothing of it was committed.
const retryableCodes = new Set<unknown>(['40P01', '40001'])
const maxAttempts = 6

/**
 * Runs a transaction again that was given up because others were in its way. For those that take many rows of several
 * areas, which no one order of locks fits; the work must not change anything but the database.
 */
export async function retryOnDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction()
    } catch (error) {
      if (tries === maxAttempts || !retryableCodes.has((error as { code?: unknown } | null)?.code))
        throw error
      await pause(Math.random() * 20 * 2 ** tries)
    }
  }
}
