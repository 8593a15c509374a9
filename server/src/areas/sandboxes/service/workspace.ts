import { posix } from 'node:path'
import type { Readable } from 'node:stream'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { File, Files } from '../../files/index.ts'
import type { ExportBody, ImportBody, WorkspaceFile, WorkspaceList } from '../schema/workspace.ts'
import { markingOutside } from '../store/session.ts'
import { sandboxLimits } from './limits.ts'
import type { LiveSessions } from './live-sessions.ts'
import { ownerScope, type SessionService } from './sessions.ts'

export type WorkspaceDeps = {
  db: Db
  sessions: SessionService
  live: LiveSessions
  files: Pick<Files, 'checkAccess' | 'open' | 'create'>
}

const maxBytes = sandboxLimits.diskMb * 1024 * 1024

/** The files of a session, which both languages see. A paused session wakes when they are used. */
export function createWorkspace({ db, sessions, live, files }: WorkspaceDeps) {
  const wake = (scope: Scope, id: string) =>
    db.tx(async (tx) => sessions.resumeIn(tx, scope, await sessions.lock(tx, scope, id)))

  const wakeWithOutside = async (scope: Scope, id: string) => {
    const session = await wake(scope, id)
    if (!session.hasOutsideData) await db.rows(markingOutside(session.projectId, id))
    return session
  }

  async function read(scope: Scope, id: string, path: string): Promise<Buffer> {
    const bytes = await live.use({ projectId: scope.projectId, id }, ({ session }) => session.getFile(path))
    if (bytes === null)
      throw new AppError('sandbox_file_not_found', 'Workspace file not found', {
        hint: 'GET /api/v1/sandbox/sessions/{id}/files/list lists all files.',
      })
    return bytes
  }

  async function write(scope: Scope, id: string, path: string, bytes: Buffer): Promise<WorkspaceFile> {
    await live.use({ projectId: scope.projectId, id }, async ({ session, willChange }) => {
      await willChange(null)
      await session.putFile(path, bytes)
    })
    return { path, sizeBytes: bytes.length }
  }

  return {
    async list(scope: Scope, id: string): Promise<WorkspaceList> {
      await wake(scope, id)
      const found = await live.use({ projectId: scope.projectId, id }, ({ session }) => session.listFiles())
      return {
        files: [...found],
        totalBytes: found.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
        maxBytes,
        maxFiles: sandboxLimits.workspaceFiles,
      }
    },
    async get(scope: Scope, id: string, path: string | undefined): Promise<Buffer> {
      await wake(scope, id)
      return read(scope, id, needed(path))
    },
    /** What an agent writes is not from outside, unless it has read such text. */
    async put(
      scope: Scope,
      id: string,
      path: string | undefined,
      content: Readable,
      isOutside = true,
    ): Promise<WorkspaceFile> {
      await (isOutside ? wakeWithOutside : wake)(scope, id)
      const to = needed(path)
      return write(scope, id, to, await batched(content))
    },
    async delete(scope: Scope, id: string, path: string | undefined): Promise<void> {
      await wake(scope, id)
      const of = needed(path)
      await live.use({ projectId: scope.projectId, id }, async ({ session, willChange }) => {
        await willChange(null)
        await session.deleteFile(of)
      })
    },
    async importFile(scope: Scope, id: string, { fileId, path }: ImportBody): Promise<WorkspaceFile> {
      files.checkAccess(scope, 'read')
      const session = await wakeWithOutside(scope, id)
      // Also an admin who acts across users brings in only what is the owner's: the owner's scripts will read it.
      const owner = { ...ownerScope(scope, session), acrossUsers: false }
      const { file, stream } = await files.open(owner, fileId)
      return write(scope, id, path ?? file.name, await batched(stream))
    },
    async exportFile(
      scope: Scope,
      id: string,
      { path, name, fileType }: ExportBody,
      facts: Record<string, unknown> = {},
    ): Promise<File> {
      files.checkAccess(scope, 'write')
      const session = await wake(scope, id)
      const content = await read(scope, id, path)
      return files.create(ownerScope(scope, session), {
        fileType,
        name: name ?? posix.basename(path),
        content,
        metadata: { ...facts, sandboxSessionId: id },
      })
    },
  }
}

export type Workspace = ReturnType<typeof createWorkspace>

function needed(path: string | undefined): string {
  if (path) return path
  throw new AppError('missing_field', 'path must be a file in the workspace', {
    details: [{ in: 'query', path: 'path', rule: 'required', message: 'is missing' }],
    hint: 'Add ?path=data/table.csv to the URL.',
  })
}

/** A workspace holds 32 MiB in all, so no file of it is too large to be gathered; what is larger is refused on the way. */
async function batched(content: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of content as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length
    if (sizeBytes > maxBytes) {
      content.destroy()
      throw new AppError('workspace_full', `The file exceeds the workspace limit of ${maxBytes} bytes`, {
        hint: 'Split the file, or upload it with the File API and read a part of it.',
      })
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
