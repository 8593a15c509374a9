import type { Clock } from '../../kernel/clock.ts'
import type { Db, Tx } from '../../kernel/db/db.ts'
import { AppError } from '../../kernel/errors.ts'
import type { NewId } from '../../kernel/ids.ts'
import { mapPage } from '../../kernel/page.ts'
import { checkIfMatch } from '../../kernel/preconditions.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { CreateBody, Kind, ListQuery, SavedItem, SavedItemSummary, UpdateBody } from './schema.ts'
import {
  countItems,
  deleteItem,
  deleteOldest,
  findItem,
  hasCollection,
  type ItemRow,
  insertItem,
  isNameTaken,
  listItems,
  lockItem,
  lockProject,
  ownerOf,
  type SummaryRow,
  updateItem,
} from './store.ts'

export type SavedItemDeps = { db: Db; clock: Clock; newId: NewId }

/** Of presets and views, in a project. */
const maxItems = 1_000
/** Of conversations, for each account. */
const keptConversations = 200

const isConversation = (kind: Kind): boolean => kind === 'playground_conversation'
const notFound = () => new AppError('saved_item_not_found', 'Saved item not found')

async function checkName(tx: Tx, scope: Scope, place: Parameters<typeof isNameTaken>[2], name: string) {
  if (isConversation(place.kind) || !(await isNameTaken(tx, scope, place, name))) return
  throw new AppError('name_conflict', `"${name}" already exists`, { hint: 'Choose another name.' })
}

async function ensureCapacity(tx: Tx, scope: Scope, kind: Kind): Promise<void> {
  if (isConversation(kind)) return deleteOldest(tx, scope, kind, keptConversations - 1)
  if ((await countItems(tx, scope, kind)) < maxItems) return
  throw new AppError('saved_item_limit_reached', `A project can have ${maxItems} of these`, {
    hint: 'Delete some that are not used any longer.',
  })
}

/**
 * Things of the dashboard with a name. Views and presets are shared in the project; a conversation is seen only by the
 * person who had it.
 */
export function createSavedItemService({ db, clock, newId }: SavedItemDeps) {
  return {
    async list(scope: Scope, query: ListQuery) {
      const found = await listItems(db, scope, query)
      return mapPage(found, toSummary)
    },
    async get(scope: Scope, id: string): Promise<SavedItem> {
      const row = await findItem(db, scope, id)
      if (!row) throw notFound()
      return toItem(row)
    },
    create(scope: Scope, { kind, name, collectionId = null, data }: CreateBody): Promise<SavedItem> {
      if (isConversation(kind) && ownerOf(scope) === null)
        throw new AppError('invalid_parameter', `${kind} can be saved by signed-in accounts only`, {
          hint: 'Save it in the dashboard: a key may be used by several people.',
        })
      return db.tx(async (tx) => {
        await lockProject(tx, scope)
        if (collectionId !== null && !(await hasCollection(tx, scope, collectionId)))
          throw new AppError('collection_not_found', 'Collection not found')
        const place = { id: newId(), kind, collection_id: collectionId }
        await checkName(tx, scope, place, name)
        await ensureCapacity(tx, scope, kind)
        const account_id = isConversation(kind) ? ownerOf(scope) : null
        return toItem(await insertItem(tx, scope, { ...place, name, account_id, data }, clock.now()))
      })
    },
    update(
      scope: Scope,
      id: string,
      { name, data }: UpdateBody,
      ifMatch: readonly string[] | null,
    ): Promise<SavedItem> {
      return db.tx(async (tx) => {
        if (name !== undefined) await lockProject(tx, scope)
        const row = await lockItem(tx, scope, id)
        if (!row) throw notFound()
        checkIfMatch(ifMatch, row.version)
        if (name !== undefined) await checkName(tx, scope, row, name)
        const change = { name: name ?? null, data: data ?? null }
        return toItem(await updateItem(tx, scope, id, change, clock.now()))
      })
    },
    remove(scope: Scope, id: string, ifMatch: readonly string[] | null): Promise<void> {
      return db.tx(async (tx) => {
        const row = await lockItem(tx, scope, id)
        if (!row) throw notFound()
        checkIfMatch(ifMatch, row.version)
        await deleteItem(tx, scope, id)
      })
    },
  }
}

const toSummary = (row: SummaryRow): SavedItemSummary => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  collectionId: row.collection_id,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
const toItem = (row: ItemRow): SavedItem => ({ ...toSummary(row), data: row.data })
