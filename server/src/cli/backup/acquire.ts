/**
 * Opens something that must be released. How to do that is recorded before the opening completes: an
 * interruption in between waits for it and leaves nothing behind.
 */
export async function acquire<T extends object>(
  cleanup: AsyncDisposableStack,
  open: () => Promise<T>,
  release: (opened: T) => Promise<void>,
): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T | null>()
  // Throws when the command has been broken off already, so that nothing is opened any more.
  cleanup.defer(async () => {
    const opened = await promise
    if (opened) await release(opened)
  })
  try {
    const opened = await open()
    resolve(opened)
    return opened
  } catch (error) {
    resolve(null)
    throw error
  }
}
