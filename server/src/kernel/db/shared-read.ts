type Reading<T> = { ended: Promise<void>; next: Promise<T> | null }

/**
 * One read for all who ask for the same thing at the same time. Whoever asks while a read is on its way shares the one
 * behind it, never that one: nobody is given what was read before they asked, so a change counts at once, as without it.
 *
 * Not for what is asked inside a transaction, which would read on the connection of somebody else. Whoever asks may hand
 * over a way to read: that of the first is taken.
 */
export function createSharedRead<T, Way = void>(
  read: (key: string, way: Way) => Promise<T>,
): (key: string, way: Way) => Promise<T> {
  const underWay = new Map<string, Reading<T>>()

  function start(key: string, way: Way): Promise<T> {
    const answer = read(key, way)
    const done = () => {
      if (reading.next === null) underWay.delete(key)
    }
    const reading: Reading<T> = { ended: answer.then(done, done), next: null }
    underWay.set(key, reading)
    return answer
  }

  return (key, way) => {
    const reading = underWay.get(key)
    if (!reading) return start(key, way)
    reading.next ??= reading.ended.then(() => start(key, way))
    return reading.next
  }
}
