import { StartFault } from '../../start-fault.ts'

/** The way out that is always open. */
export const useDatabaseUrl = 'set DATABASE_URL to a PostgreSQL server'

export const isErrno = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && codes.includes((error as NodeJS.ErrnoException).code ?? '')

const fixByCode: Record<string, (path: string) => string> = {
  EACCES: (path) => `Give this user write access to ${path}, or choose another data directory.`,
  EPERM: (path) => `Give this user write access to ${path}, or choose another data directory.`,
  // Root of a user namespace without other users cannot give files away.
  EINVAL: () => `Run as an unprivileged user, or ${useDatabaseUrl}.`,
  EROFS: () => 'Choose a data directory on a file system that can be written.',
  ENOSPC: (path) => `Free disk space for ${path}.`,
  EDQUOT: (path) => `Free disk space for ${path}.`,
  ENOTDIR: (path) => `Remove the file that blocks ${path}, or choose another data directory.`,
  EEXIST: (path) => `Remove the file that blocks ${path}, or choose another data directory.`,
}

/** Maps a file system error to what the operator can do about it; any other error is returned unchanged. */
export function explainFileFailure(error: unknown, path: string): unknown {
  if (!(error instanceof Error)) return error
  const fix = fixByCode[(error as NodeJS.ErrnoException).code ?? '']
  return fix ? new StartFault(`The data directory cannot be used: ${error.message}.`, fix(path)) : error
}

type Explanation = { pattern: RegExp; cause: string; fix: string }

/** What PostgreSQL's programs say, and what it means for the operator. */
const explanations: Explanation[] = [
  {
    pattern: /No space left on device|Disk quota exceeded|Check free disk space|wrote only \d+ of/,
    cause: 'The disk of the data directory is full.',
    fix: 'Free disk space and start again; nothing was lost.',
  },
  {
    pattern: /error while loading shared libraries|version [`'"]GLIBC|Library not loaded|symbol not found/i,
    cause: 'The embedded PostgreSQL does not run on this system, because a library is missing or too old.',
    fix: `Use a system with glibc 2.27 or newer, or ${useDatabaseUrl}.`,
  },
  {
    pattern: /could not look up effective user ID/,
    cause:
      'The user id of this process has no name, and PostgreSQL cannot make its files for a nameless user.',
    fix: `Add the user id to /etc/passwd, run as another user, or ${useDatabaseUrl}.`,
  },
  {
    pattern: /could not (?:create|map anonymous) shared memory|Cannot allocate memory/,
    cause: 'There is not enough memory for the embedded PostgreSQL.',
    fix: `Give the machine or container at least 256 MB more, or ${useDatabaseUrl}.`,
  },
  {
    pattern: /database files are incompatible with server/,
    cause: 'The files of the embedded PostgreSQL were made by another version of it.',
    fix: 'Start the release that made them, or restore a backup that fits this one.',
  },
  {
    pattern: /could not create any Unix-domain sockets/,
    cause:
      'The embedded PostgreSQL cannot make its socket, because the directory or its file system forbids it.',
    fix: `Choose a data directory on a local disk, or ${useDatabaseUrl}.`,
  },
]

/** The fault behind the output of a program of PostgreSQL that gave up. */
export function explainOutput(output: string, attempt: string, fix: string): StartFault {
  const known = explanations.find(({ pattern }) => pattern.test(output))
  if (known) return new StartFault(known.cause, known.fix)
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const errorLine =
    lines.find((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? 'it printed nothing'
  return new StartFault(`The embedded PostgreSQL could not ${attempt}: ${errorLine.trim()}`, fix)
}

/** The fault behind a program that could not even be started. */
export function explainSpawnFailure(error: unknown, file: string): unknown {
  if (isErrno(error, 'EPERM', 'EINVAL'))
    return new StartFault(
      'This process is root but may not switch to an unprivileged user, and PostgreSQL refuses to run as root.',
      `Run as an unprivileged user, or ${useDatabaseUrl}.`,
    )
  if (isErrno(error, 'EACCES'))
    return new StartFault(`${file} may not be executed.`, `Make it executable, or ${useDatabaseUrl}.`)
  if (isErrno(error, 'ENOENT'))
    return new StartFault(
      `${file} cannot run here: it, or the system's glibc that it needs, is missing.`,
      `Run npm ci without --omit=optional on a Linux with glibc, or ${useDatabaseUrl}.`,
    )
  return error
}
