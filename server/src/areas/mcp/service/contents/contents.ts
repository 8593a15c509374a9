import type { Clock } from '../../../../kernel/clock.ts'
import type { Db, Tx } from '../../../../kernel/db/db.ts'
import { whenTaken } from '../../../../kernel/db/rows/unique-violation.ts'
import { AppError, type ErrorCode } from '../../../../kernel/errors.ts'
import type { NewId } from '../../../../kernel/ids.ts'
import type { Page } from '../../../../kernel/page.ts'
import { checkIfMatch } from '../../../../kernel/preconditions.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Audit } from '../../../audit/index.ts'
import type { Files } from '../../../files/index.ts'
import type { ContentQuery } from '../../schema/contents/resource.ts'
import {
  type Content,
  type ContentKind,
  type ContentRow,
  countContents,
  deleteContent,
  findContent,
  insertContent,
  listContents,
  lockContent,
  type SummaryRow,
  updateContent,
} from '../../store/content.ts'
import { lockServer } from '../../store/server.ts'
import { getServer, serverNotFound } from '../get-server.ts'

export type ContentDeps = {
  db: Db
  clock: Clock
  newId: NewId
  audit: Audit
  files: Pick<Files, 'get' | 'addReference' | 'removeReference'>
}

type KindRules = {
  kind: ContentKind
  max: number
  notFound: ErrorCode
  limitReached: ErrorCode
  keyName: string
}

/** As what a file is used. */
export const fileReferrer = 'mcp_resource'

/** Resources or prompts of MCP servers: how they are stored is the same, what they consist of is not. */
export function createContentService<Facts, Body>(deps: ContentDeps, rules: KindRules) {
  const { db, clock, newId, audit, files } = deps
  const { kind } = rules
  type Row = ContentRow<Facts, Body>
  type Made = Content<Facts, Body>

  const placeOf = (serverId: string) => ({ serverId, kind })
  const notFound = () =>
    new AppError(rules.notFound, `The MCP server has no ${kind} with this id`, {
      hint: `List them with GET /api/v1/mcp_manager/{id}/${kind}s.`,
    })
  const keyTaken = (key: string) =>
    new AppError('slug_conflict', `The MCP server already has a ${kind} with the ${rules.keyName} ${key}`, {
      hint: `Use another ${rules.keyName}, or update that ${kind}.`,
    })

  const record = (
    tx: Tx,
    scope: Scope,
    { id, serverId, key }: Pick<Row, 'id' | 'serverId' | 'key'>,
    what: 'created' | 'updated' | 'deleted',
  ) =>
    audit.record(tx, scope, {
      action: `mcp_${kind}.${what}`,
      targetType: `mcp_${kind}`,
      targetId: id,
      details: { serverId, name: key },
    })

  /** A file that is used cannot be deleted unnoticed. */
  async function changeFile(tx: Tx, scope: Scope, id: string, was: string | null, next: string | null) {
    if (was === next) return
    if (was !== null) await files.removeReference(tx, scope, was, { kind: fileReferrer, id })
    if (next !== null) await files.addReference(tx, scope, next, { kind: fileReferrer, id })
  }

  async function lock(tx: Tx, scope: Scope, serverId: string, id: string): Promise<Row> {
    const row = await lockContent<Facts, Body>(tx, scope, placeOf(serverId), id)
    if (row) return row
    await getServer(tx, scope, serverId)
    throw notFound()
  }

  return {
    async list(scope: Scope, serverId: string, query: ContentQuery): Promise<Page<SummaryRow<Facts>>> {
      await getServer(db, scope, serverId)
      return listContents<Facts>(db, scope, placeOf(serverId), query)
    },
    async get(scope: Scope, serverId: string, id: string): Promise<Row> {
      const row = await findContent<Facts, Body>(db, scope, placeOf(serverId), id)
      if (row) return row
      await getServer(db, scope, serverId)
      throw notFound()
    },
    create: (scope: Scope, serverId: string, make: (tx: Tx) => Made | Promise<Made>): Promise<Row> =>
      db.tx(async (tx) => {
        // Requests at the same moment cannot pass the limit together.
        if (!(await lockServer(tx, scope, serverId))) throw serverNotFound()
        if ((await countContents(tx, scope, placeOf(serverId))) >= rules.max)
          throw new AppError(rules.limitReached, `An MCP server can have ${rules.max} ${kind}s`, {
            hint: 'Delete an unused one.',
          })
        const made = await make(tx)
        const id = newId()
        const row = await insertContent(tx, scope, placeOf(serverId), { ...made, id }, clock.now())
        if (!row) throw keyTaken(made.key)
        await changeFile(tx, scope, id, null, row.fileId)
        await record(tx, scope, row, 'created')
        return row
      }),
    update(
      scope: Scope,
      serverId: string,
      id: string,
      ifMatch: readonly string[] | null,
      change: (tx: Tx, was: Row) => Made | Promise<Made>,
    ): Promise<Row> {
      let key = ''
      const changing = db.tx(async (tx) => {
        const was = await lock(tx, scope, serverId, id)
        checkIfMatch(ifMatch, was.version)
        const made = await change(tx, was)
        key = made.key
        const row = await updateContent(tx, scope, placeOf(serverId), { ...made, id }, clock.now())
        await changeFile(tx, scope, id, was.fileId, row.fileId)
        await record(tx, scope, row, 'updated')
        return row
      })
      return changing.catch(whenTaken('mcp_content_key', () => keyTaken(key)))
    },
    remove: (scope: Scope, serverId: string, id: string, ifMatch: readonly string[] | null): Promise<void> =>
      db.tx(async (tx) => {
        const was = await lock(tx, scope, serverId, id)
        checkIfMatch(ifMatch, was.version)
        await changeFile(tx, scope, id, was.fileId, null)
        await deleteContent(tx, scope, placeOf(serverId), id)
        await record(tx, scope, was, 'deleted')
      }),
  }
}
