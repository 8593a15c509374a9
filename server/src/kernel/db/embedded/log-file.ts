import { constants } from 'node:fs'
import { copyFile, type FileHandle, open, rm, stat, truncate } from 'node:fs/promises'

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants

const maxLogBytes = 10 * 1024 * 1024

/** Opened here and handed down, since the server's account may not be able to come to it. */
export const openLog = (path: string): Promise<FileHandle> =>
  open(path, O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, 0o600)

/**
 * Retains one older file beside the log. The log is emptied in place, because a running server holds it open:
 * it appends, so it continues at the beginning.
 */
export async function trimLog(path: string, limitBytes = maxLogBytes): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (!found || found.size <= limitBytes) return
  const older = `${path}.1`
  await rm(older, { force: true })
  await copyFile(path, older)
  await truncate(path)
}

/** What was written since the log had this size. */
export async function readLogFrom(path: string, offset: number): Promise<string> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    // A crash loop of years is not worth reading; the reason is at the beginning of the attempt.
    const buffer = Buffer.alloc(Math.min(Math.max(size - offset, 0), 256 * 1024))
    await file.read(buffer, 0, buffer.length, offset)
    return buffer.toString('utf8')
  } finally {
    await file.close()
  }
}
