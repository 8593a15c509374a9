type Reading<T> = { ended: Promise<void>; next: Promise<T> | null }

/**
 * One read for all who ask for the same thing at the same time. A caller that asks while a read is on its way shares
 * the one behind it, never that one: no one is given what was read before they asked, so a change counts at once, as
 * without it.
 *
 * Not for what is asked inside a transaction, which would read on the connection of someone else. A caller that asks
 * may hand over a way to read: that of the first is taken.
 */
export function createSharedRead<T, FastPathDb = void>(
  read: (key: string, fastPath: FastPathDb) => Promise<T>,
): (key: string, fastPath: FastPathDb) => Promise<T> {
  const inFlight = new Map<string, Reading<T>>()

  function start(key: string, fastPath: FastPathDb): Promise<T> {
    const answer = read(key, fastPath)
    const done = () => {
      if (reading.next === null) inFlight.delete(key)
    }
    const reading: Reading<T> = { ended: answer.then(done, done), next: null }
    inFlight.set(key, reading)
    return answer
  }

  return (key, fastPath) => {
    const reading = inFlight.get(key)
    if (!reading) return start(key, fastPath)
    reading.next ??= reading.ended.then(() => start(key, fastPath))
    return reading.next
  }
}
