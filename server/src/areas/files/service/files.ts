import type { BlobRead, ByteRange } from '../../../kernel/blobs/driver.ts'
import type { Queryable, Statement, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Events } from '../../../kernel/events/events.ts'
import { isUuid } from '../../../kernel/ids.ts'
import type { Page } from '../../../kernel/page.ts'
import { checkIfMatch } from '../../../kernel/preconditions.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type { ExternalUsers } from '../../external-users/index.ts'
import {
  demandReadable,
  findByName,
  findFile,
  findLinked,
  holdReadable,
  listFiles,
  listReferences,
  listTypeUsage,
  type NamedFile,
  type StoredFile,
} from '../read-files.ts'
import type {
  FileReference,
  ListQuery,
  ReferenceQuery,
  SignBody,
  StorageBreakdown,
  UpdateBody,
} from '../schema.ts'
import { blobKey, storeBlob } from '../store/blob.ts'
import { insertFile, lockFiles, updateFile } from '../store/file.ts'
import { takeIncoming } from '../store/incoming.ts'
import {
  deleteReference,
  deleteReferences,
  deleteReferencesOf,
  insertReference,
  insertReferences,
  type Reference,
  type Referrer,
} from '../store/reference.ts'
import {
  addToStorage,
  findProjectStorage,
  findUserStorage,
  holdUser,
  lockStorage,
  sumOfAccount,
} from '../store/storage.ts'
import { cleanName, extensionOf } from './file-name.ts'
import { type IntakeDeps, type Staged, tookTooLong } from './intake.ts'
import type { Links, SharedLink } from './links.ts'
import { userDeleted } from './quota.ts'

export type FileDeps = IntakeDeps & {
  audit: Audit
  events: Pick<Events, 'publish'>
  externalUsers: ExternalUsers
}

/** What is said of a file when it is made, besides its bytes. */
export type FileFacts = {
  metadata?: Record<string, unknown> | undefined
  expiresAt?: string | null | undefined
}

export type ReferenceChange = { added: readonly Reference[]; removed: readonly Reference[] }

export const fileNotFound = () => new AppError('file_not_found', 'File not found')

const gib = 1024 ** 3
export const kbOf = (bytes: number): number => Math.round((bytes / 1024) * 1000) / 1000

export function createFileService(deps: FileDeps) {
  const { db, clock, newId, blobs, garbage, audit, events, externalUsers, limits } = deps

  async function getIn(q: Queryable, scope: Scope, id: string): Promise<StoredFile> {
    const file = await findFile(q, scope, id, clock.now())
    if (!file) throw fileNotFound()
    return file
  }

  /**
   * Creates a file from staged bytes. Bytes that the project has already are not stored twice: then the new ones are
   * deleted and the file shares the old.
   */
  async function settleIn(tx: Tx, scope: Scope, staged: Staged, facts: FileFacts): Promise<StoredFile> {
    const userId = scope.externalUser.id
    if (!(await holdUser(tx, scope, userId))) throw userDeleted()
    await lockStorage(tx, scope)
    const incoming = await takeIncoming(tx, scope, staged.blobId)
    if (!incoming) throw tookTooLong()
    await addToStorage(tx, scope, userId, {
      usedBytes: staged.sizeBytes,
      reservedBytes: -incoming.reservedBytes,
    })
    const blobId = await storeBlob(tx, scope, { ...staged, id: staged.blobId })
    if (blobId !== staged.blobId) await garbage.discard(tx, blobKey(scope.projectId, staged.blobId))
    const file = await insertFile(tx, scope, {
      ...staged,
      id: newId(),
      userId,
      blobId,
      metadata: facts.metadata ?? {},
      expiresAt: facts.expiresAt ?? null,
      at: clock.now(),
    })
    await externalUsers.count(tx, scope, { storageUsedKb: kbOf(staged.sizeBytes) })
    await audit.record(tx, scope, {
      action: 'file.uploaded',
      targetType: 'file',
      targetId: file.id,
      details: { fileType: file.fileType, mimeType: file.mimeType, sizeBytes: file.sizeBytes },
    })
    const { id: fileId, name, fileType, mimeType, sizeBytes } = file
    const data = { fileId, name, fileType, mimeType, sizeBytes }
    await events.publish(tx, scope, { type: 'file.uploaded', data })
    return file
  }

  /** The bytes of a file that was found, or of a piece of it. */
  async function read(projectId: string, file: StoredFile, range?: ByteRange): Promise<BlobRead> {
    const found = await blobs.get(blobKey(projectId, file.blobId), { range })
    // Deleted since it was found.
    if (!found) throw fileNotFound()
    return found
  }

  return {
    getIn,
    get: (scope: Scope, id: string) => getIn(db, scope, id),
    list: (scope: Scope, query: ListQuery): Promise<Page<StoredFile>> =>
      listFiles(db, scope, query, clock.now()),
    settleIn,
    read,
    /** Several files may have a name; an id is unique, so it is tried first. */
    async getByName(scope: Scope, name: string): Promise<StoredFile> {
      const byId = isUuid(name) ? await findFile(db, scope, name.toLowerCase(), clock.now()) : null
      const file = byId ?? (await findByName(db, scope, name, clock.now()))
      if (!file) throw fileNotFound()
      return file
    },
    async getLinked(projectId: string, id: string): Promise<StoredFile> {
      const file = await findLinked(db, projectId, id, clock.now())
      if (!file) throw fileNotFound()
      return file
    },
    update(
      scope: Scope,
      id: string,
      body: UpdateBody,
      ifMatch: readonly string[] | null,
    ): Promise<StoredFile> {
      refusePast(body.expiresAt, clock.now())
      return db.tx(async (tx) => {
        const [file] = await lockFiles(tx, scope, [id])
        if (!file || (file.expiresAt !== null && new Date(file.expiresAt) <= clock.now()))
          throw fileNotFound()
        checkIfMatch(ifMatch, file.version)
        const name = body.name === undefined ? file.name : cleanName(body.name)
        const after = {
          id,
          name,
          extension: extensionOf(name) || file.extension,
          expiresAt: body.expiresAt === undefined ? file.expiresAt : body.expiresAt,
          metadata: body.metadata ?? file.metadata,
        }
        const updated = await updateFile(tx, scope, after, clock.now())
        await audit.record(tx, scope, {
          action: 'file.updated',
          targetType: 'file',
          targetId: id,
          details: { fields: Object.keys(body) },
        })
        return updated
      })
    },
    /** The client that opens the link brings no key, so the audit log has who created it. Looking is not sharing. */
    share: (scope: Scope, id: string, links: Links, { ttlSec, purpose }: SignBody): Promise<SharedLink> =>
      db.tx(async (tx) => {
        const file = await getIn(tx, scope, id)
        const link = links.create(scope, file.id, ttlSec)
        if (purpose === 'preview' && scope.actor.kind === 'session') return link
        await audit.record(tx, scope, {
          action: 'file.shared',
          targetType: 'file',
          targetId: file.id,
          details: { expiresAt: link.expiresAt },
        })
        return link
      }),
    async addReference(tx: Tx, scope: Scope, fileId: string, referrer: Referrer): Promise<void> {
      await getIn(tx, scope, fileId)
      await insertReference(tx, scope, fileId, referrer, clock.now())
    },
    removeReference: deleteReference,
    listReadable: (tx: Tx, scope: Scope, ids: readonly string[]) => holdReadable(tx, scope, ids, clock.now()),
    changeReferences: (scope: Scope, { added, removed }: ReferenceChange): Statement[] => [
      ...(removed.length > 0 ? [deleteReferences(scope, removed)] : []),
      ...(added.length > 0 ? [insertReferences(scope, added, clock.now())] : []),
    ],
    demandReadable: (wanted: readonly NamedFile[]): Statement => demandReadable(wanted, clock.now()),
    forgetReferrers: deleteReferencesOf,
    async listReferences(scope: Scope, id: string, query: ReferenceQuery): Promise<Page<FileReference>> {
      await getIn(db, scope, id)
      return listReferences(db, scope, id, query)
    },
    async breakdown(scope: Scope, byType: boolean): Promise<StorageBreakdown> {
      const project = await findProjectStorage(db, scope)
      const user = await findUserStorage(db, scope, scope.externalUser.id)
      const { accountId, kind } = scope.actor
      // What else an account has is for the operator, not for every key of one of its projects.
      const seesAccount = scope.role === 'admin' && (kind === 'session' || scope.isOperator)
      const account =
        accountId === null || !seesAccount ? project.usedBytes : await sumOfAccount(db, accountId)
      return {
        accountUsedKb: kbOf(account),
        projectUsedKb: kbOf(project.usedBytes),
        endUserUsedKb: kbOf(user.usedBytes),
        limitGb: limits.projectBytes === null ? null : limits.projectBytes / gib,
        endUserLimitGb: limits.userBytes === null ? null : limits.userBytes / gib,
        byType: byType ? await listTypeUsage(db, scope) : null,
      }
    },
  }
}

export type FileService = ReturnType<typeof createFileService>

export function refusePast(expiresAt: string | null | undefined, now: Date): void {
  if (expiresAt == null || new Date(expiresAt) > now) return
  throw new AppError('invalid_parameter', 'expiresAt must be in the future', {
    details: [
      {
        in: 'body',
        path: '/expiresAt',
        rule: 'minimum',
        message: 'must be in the future',
        received: expiresAt,
      },
    ],
  })
}
