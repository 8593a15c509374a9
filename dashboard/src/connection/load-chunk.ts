import { connection } from './server-connection.ts'

/** A file of the app is missing, mostly because a newer version of it is served now. */
export class ChunkError extends Error {
  constructor(cause: unknown) {
    super('This part of the dashboard could not be loaded', { cause })
    this.name = 'ChunkError'
  }
}

/**
 * Loads a part of the app. While the server restarts it waits for it; what is still not there then belongs to another
 * version of the app, which the page that needs it replaces by reloading.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch {
    await connection.check()
    return load().catch((error) => {
      throw new ChunkError(error)
    })
  }
}
