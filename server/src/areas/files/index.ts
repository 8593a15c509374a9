import { Readable } from 'node:stream'
import type { BlobRead } from '../../kernel/blobs/driver.ts'
import type { Queryable, Statement, Tx } from '../../kernel/db/db.ts'
import type { Page } from '../../kernel/page.ts'
import type { Scope } from '../../kernel/scope.ts'
import { typeRules } from './catalogue/file-types.ts'
import { filesManifest } from './manifest.ts'
import type { NamedFile, StoredFile } from './read-files.ts'
import { downloadRoutes } from './routes/downloads.ts'
import { fileRoutes } from './routes/files.ts'
import { uploadRoutes } from './routes/uploads.ts'
import { type File, type FileType, ListQuery } from './schema.ts'
import { checkAccess, type FileAccess } from './service/access.ts'
import { createFileService, type FileDeps, type FileFacts, type ReferenceChange } from './service/files.ts'
import { createFormService } from './service/form.ts'
import { createIntake } from './service/intake.ts'
import { createLinks, type LinkDeps } from './service/links.ts'
import type { StorageLimits } from './service/quota.ts'
import { createRemovalService } from './service/removal.ts'
import { createResumableService } from './service/resumable.ts'
import { createFileUserData } from './service/user-data.ts'
import type { Referrer } from './store/reference.ts'

export type { File, StorageLimits }

export type NewFile = { fileType: FileType; name: string; content: Buffer | Readable } & FileFacts

/**
 * Files of end users. Bytes are never buffered in memory, are stored once for each content of a project, and are
 * visible only when all of them are there; what is promised to uploads counts against the limits. Nothing is ever run
 * or opened here: what a file is is detected from its bytes, and it is served so that a browser does nothing with it
 * but show or save it. Areas above access files by this alone, so every access checks the scope `files:read` or
 * `files:write` and the owner.
 */
export type Files = {
  /** Refuses a caller who may not read or write files, before anything is done that would need it. */
  checkAccess(scope: Scope, access: FileAccess): void
  get(q: Queryable, scope: Scope, id: string): Promise<File>
  /** Newest first. */
  list(scope: Scope, query: { q?: string | undefined; limit: number }): Promise<Page<File>>
  /** The file and a stream of its bytes, which must be read or destroyed. */
  open(scope: Scope, id: string): Promise<{ file: File; stream: Readable }>
  /** Outside of any transaction: the bytes are stored first, then the file is created in a separate one. */
  create(scope: Scope, file: NewFile): Promise<File>
  /** Says that something uses the file, in the transaction that begins to use it. */
  addReference(tx: Tx, scope: Scope, fileId: string, referrer: Referrer): Promise<void>
  removeReference(tx: Tx, scope: Scope, fileId: string, referrer: Referrer): Promise<void>
  /** Those of the files that the caller may read; they cannot go until the transaction ends. */
  listReadable(tx: Tx, scope: Scope, ids: readonly string[]): Promise<Set<string>>
  /** Demands that each file is readable for the caller that names it, and holds all until the commit. See `checkAccess`. */
  demandReadable(wanted: readonly NamedFile[]): Statement
  /** The statements that store which rows use which files. */
  changeReferences(scope: Scope, change: ReferenceChange): Statement[]
  /** What these of a kind used, they no longer do. */
  forgetReferrers(tx: Tx, scope: Scope, kind: string, ids: readonly string[]): Promise<void>
}

export type FilesDeps = FileDeps & LinkDeps

type FilesParts = Omit<FilesDeps, 'limits' | 'linkKey'> & {
  storageLimits: StorageLimits
  deriveKey(purpose: string): Buffer
}

export function createFiles(deps: FilesDeps) {
  const intake = createIntake(deps)
  const files = createFileService(deps)
  const removal = createRemovalService(deps)
  const resumable = createResumableService({ ...deps, intake, files })
  const forms = createFormService({ ...deps, intake, files })
  const links = createLinks(deps)

  const area: Files = {
    checkAccess,
    async get(q, scope, id) {
      checkAccess(scope, 'read')
      return files.getIn(q, scope, id)
    },
    async list(scope, { q, limit }) {
      checkAccess(scope, 'read')
      return files.list(scope, ListQuery.parse({ limit: String(limit), ...(q === undefined ? {} : { q }) }))
    },
    async open(scope, id) {
      checkAccess(scope, 'read')
      const file = await files.get(scope, id)
      const { stream }: BlobRead = await files.read(scope.projectId, file)
      return { file, stream }
    },
    async create(scope, { fileType, name, content, ...facts }): Promise<StoredFile> {
      checkAccess(scope, 'write')
      const staged = await intake.stage(scope, {
        fileType,
        name,
        content: Buffer.isBuffer(content) ? Readable.from([content]) : content,
        announcedBytes: Buffer.isBuffer(content) ? content.length : null,
        maxBytes: typeRules[fileType].maxResumableBytes,
      })
      try {
        return await deps.db.tx((tx) => files.settleIn(tx, scope, staged, facts))
      } catch (error) {
        await intake.abandon(scope, staged.blobId)
        throw error
      }
    },
    addReference: files.addReference,
    removeReference: files.removeReference,
    async listReadable(tx, scope, ids) {
      if (ids.length > 0) checkAccess(scope, 'read')
      return files.listReadable(tx, scope, ids)
    },
    demandReadable: files.demandReadable,
    changeReferences: files.changeReferences,
    forgetReferrers: files.forgetReferrers,
  }
  return {
    ...area,
    userData: [createFileUserData({ removal, resumable })],
    async sweep(): Promise<void> {
      await removal.sweep()
      await resumable.sweep()
    },
    routes: [
      ...uploadRoutes({ forms, resumable }),
      ...fileRoutes({ files, removal }),
      ...downloadRoutes({ files, links }),
    ],
  }
}

export const filesArea = {
  manifest: filesManifest,
  key: 'files',
  create: ({ deriveKey, storageLimits, ...deps }: FilesParts) =>
    createFiles({ ...deps, limits: storageLimits, linkKey: deriveKey('file-link') }),
} as const
