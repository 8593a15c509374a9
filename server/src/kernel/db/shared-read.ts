type Reading<T> = { ended: Promise<void>; next: Promise<T> | null }

/**
 * One read for all callers that need the same data at the same time. A caller that comes while a read is in flight
 * shares the next one, never that one: no caller gets data that was read before its call, so a change is visible
 * immediately, as without it.
 *
 * Not for reads inside a transaction, which would use the connection of another caller. Every caller
 * may pass a read function: that of the first is used.
 */
export function createSharedRead<T, FastPathDb = void>(
  read: (key: string, fastPath: FastPathDb) => Promise<T>,
): (key: string, fastPath: FastPathDb) => Promise<T> {
  const inFlight = new Map<string, Reading<T>>()

  function start(key: string, fastPath: FastPathDb): Promise<T> {
    const result = read(key, fastPath)
    const done = () => {
      if (reading.next === null) inFlight.delete(key)
    }
    const reading: Reading<T> = { ended: result.then(done, done), next: null }
    inFlight.set(key, reading)
    return result
  }

  return (key, fastPath) => {
    const reading = inFlight.get(key)
    if (!reading) return start(key, fastPath)
    reading.next ??= reading.ended.then(() => start(key, fastPath))
    return reading.next
  }
}
