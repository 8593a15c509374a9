import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { retryOnDeadlock } from '../../../kernel/db/retry-on-deadlock.ts'
import { type Dependants, listAll } from '../../../kernel/dependants.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { NewId } from '../../../kernel/ids.ts'
import { checkIfMatch } from '../../../kernel/preconditions.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type { ProjectToolkit } from '../ports/project-toolkit.ts'
import type { CreateToolkitBody, Toolkit, UpdateToolkitBody } from '../schema/toolkit.ts'
import { lockSetting, raiseSetting, updateSetting } from '../store/setting.ts'
import {
  countToolkits,
  deleteToolkit,
  findToolkitBySlug,
  insertToolkit,
  lockToolkit,
  type NewToolkitRow,
  type ToolkitRow,
  updateToolkit,
} from '../store/toolkit.ts'
import type { DriftSchedule } from './drift-schedule.ts'
import type { ExtensionPoints } from './extension-points.ts'
import type { ToolkitLists } from './list-toolkits.ts'
import { addressesOf, destinationsOf, driftCheckAfter, rowAfter, rowFrom, stubFor } from './own-toolkit.ts'
import { asOwn, type Registry, toolkitNotFound } from './registry.ts'
import { visible } from './to-response.ts'

// All of them are read for every list.
export const maxToolkits = 500

export type ToolkitDeps = {
  db: Db
  clock: Clock
  newId: NewId
  audit: Audit
  registry: Registry
  extensions: ExtensionPoints
  lists: ToolkitLists
  drift: DriftSchedule
}

type IfMatch = readonly string[] | null
export type ShownToolkit = Toolkit & { revision: number }

export function createToolkitService(deps: ToolkitDeps) {
  const { db, clock, newId, audit, registry, extensions, lists, drift } = deps

  const record = (
    tx: Tx,
    scope: Scope,
    { id, slug }: { id: string; slug: string },
    what: 'created' | 'updated' | 'deleted' | 'reset',
    fields?: string[],
  ) =>
    audit.record(tx, scope, {
      action: `toolkit.${what}`,
      targetType: 'toolkit',
      targetId: id,
      details: { slug, ...(fields ? { fields } : {}) },
    })

  const get = async (scope: Scope, slugOrId: string): Promise<ShownToolkit> =>
    visible(await registry.get(db, scope, slugOrId), await lists.responseContextOf(db, scope))

  /** What the product ships is for admins alone to change. */
  function refuseChange(scope: Scope, toolkit: ProjectToolkit): void {
    if (!toolkit.isOwn && scope.role !== 'admin') {
      throw new AppError('admin_only', `${toolkit.slug} is built in: only an admin can change it`, {
        hint: 'Use an admin key, or create your own toolkit.',
      })
    }
  }

  /** The toolkit, by whatever it was named. */
  async function getForChange(scope: Scope, slugOrId: string): Promise<ProjectToolkit> {
    const toolkit = await registry.get(db, scope, slugOrId)
    refuseChange(scope, toolkit)
    return toolkit
  }

  async function insert(tx: Tx, scope: Scope, row: NewToolkitRow): Promise<ToolkitRow> {
    if ((await countToolkits(tx, scope)) >= maxToolkits) {
      throw new AppError('toolkit_limit_reached', `A project can have at most ${maxToolkits} toolkits`, {
        hint: 'Delete an unused one.',
      })
    }
    if (!row.is_copy) await refuseSecretsOf(tx, scope, row, 'Use an admin key, or choose another slug.')
    const made = await insertToolkit(tx, scope, row, clock.now())
    if (!made) throw slugTaken(row.slug)
    await record(tx, scope, made, 'created')
    return made
  }

  async function refuseTaken(slug: string): Promise<void> {
    if (await registry.hasPlatform(slug)) throw slugTaken(slug)
  }

  /** Moving the secrets of accounts to another host is not for everyone who may change a name. */
  async function refuseMovingSecrets(tx: Tx, scope: Scope, row: ToolkitRow, next: ToolkitRow): Promise<void> {
    const isSame =
      destinationsOf(row.auth_schemes) === destinationsOf(next.auth_schemes) &&
      addressesOf(row) === addressesOf(next)
    if (!isSame)
      await refuseSecretsOf(
        tx,
        scope,
        row,
        'Use an admin key, or leave baseUrl, getCurrentUserEndpoint, authSchemes and authConfigDetails as they are.',
      )
  }

  /** Accounts may outlive the toolkit of their slug; a new one of that slug would get their secrets. */
  async function refuseSecretsOf(tx: Tx, scope: Scope, row: NewToolkitRow, hint: string): Promise<void> {
    if (scope.role === 'admin') return
    for (const each of extensions.dependants) {
      if ((await each.countSecrets(tx, scope, row.slug)) === 0) continue
      throw new AppError(
        'admin_only',
        `${row.slug} has ${each.what}: only an admin can change where their secrets are sent`,
        { hint },
      )
    }
  }

  async function dependantsOf(tx: Tx, scope: Scope, row: ToolkitRow): Promise<Record<string, number>> {
    const counts: Record<string, number> = row.tool_count > 0 ? { tools: row.tool_count } : {}
    for (const { what, count } of extensions.dependants) {
      const found = await count(tx, scope, row.slug)
      if (found > 0) counts[what] = (counts[what] ?? 0) + found
    }
    return counts
  }

  const usersOf = (tx: Tx, scope: Scope, { slug }: ToolkitRow): Promise<Dependants> =>
    listAll(
      extensions.dependants.flatMap(({ list }) => list ?? []),
      tx,
      scope,
      slug,
    )

  async function updateOwn(
    scope: Scope,
    id: string,
    body: UpdateToolkitBody,
    ifMatch: IfMatch,
  ): Promise<void> {
    await db.tx(async (tx) => {
      const row = await lockToolkit(tx, scope, id)
      if (!row) throw toolkitNotFound()
      checkIfMatch(ifMatch, row.revision)
      const next = rowAfter(row, body)
      await refuseMovingSecrets(tx, scope, row, next)
      if (next.slug !== row.slug) {
        if (await findToolkitBySlug(tx, scope, next.slug)) throw slugTaken(next.slug)
        const counts = await dependantsOf(tx, scope, row)
        if (Object.keys(counts).length > 0)
          throw inUse(row.slug, counts, await usersOf(tx, scope, row), 'Make a new toolkit instead.')
        await refuseSecretsOf(tx, scope, next, 'Use an admin key, or choose another slug.')
      }
      await updateToolkit(tx, scope, next, clock.now())
      if (next.drift_check !== row.drift_check) await drift.plan(tx, scope, next)
      await record(tx, scope, row, 'updated', Object.keys(body))
    })
  }

  async function watchCopy(tx: Tx, scope: Scope, { id }: ProjectToolkit, body: UpdateToolkitBody) {
    const row = await lockToolkit(tx, scope, id)
    if (!row) return
    const next = { ...row, drift_check: driftCheckAfter(row, body) }
    await drift.plan(tx, scope, await updateToolkit(tx, scope, next, clock.now()))
  }

  async function updatePlatform(
    scope: Scope,
    toolkit: ProjectToolkit,
    body: UpdateToolkitBody,
    ifMatch: IfMatch,
  ): Promise<void> {
    const { isDisabled, name, description, logo, categories, popularityScore, ...others } = body
    const { driftCheck, ...left } = others
    const rest = toolkit.isRefreshed ? left : others
    const [foreign] = Object.keys(rest)
    if (foreign !== undefined) {
      throw new AppError(
        'invalid_state',
        `${foreign} of the built-in toolkit ${toolkit.slug} cannot be changed`,
        {
          hint: 'Name, description, logo, categories, popularityScore and isDisabled can.',
        },
      )
    }
    await db.tx(async (tx) => {
      const at = clock.now()
      const setting = await lockSetting(tx, scope, toolkit.slug, at)
      checkIfMatch(ifMatch, setting.revision + toolkit.ownRevision)
      if (driftCheck !== undefined && toolkit.isRefreshed) await watchCopy(tx, scope, toolkit, { driftCheck })
      const properties = { name, description, logo, categories, popularityScore }
      const overrides = Object.fromEntries(
        Object.entries(properties).filter(([, value]) => value !== undefined),
      )
      await updateSetting(
        tx,
        scope,
        {
          slug: toolkit.slug,
          is_disabled: isDisabled ?? setting.is_disabled,
          overrides: { ...setting.overrides, ...overrides },
        },
        at,
      )
      await record(tx, scope, toolkit, 'updated', Object.keys(body))
    })
  }

  async function update(
    scope: Scope,
    slugOrId: string,
    body: UpdateToolkitBody,
    ifMatch: IfMatch,
  ): Promise<ShownToolkit> {
    const toolkit = await getForChange(scope, slugOrId)
    if (body.slug !== undefined && body.slug !== toolkit.slug) await refuseTaken(body.slug)
    if (toolkit.isOwn) await updateOwn(scope, toolkit.id, body, ifMatch)
    else await updatePlatform(scope, toolkit, body, ifMatch)
    return get(scope, toolkit.id)
  }

  return {
    get,
    update,
    insert,
    refuseTaken,
    refuseChange,
    async create(scope: Scope, body: CreateToolkitBody): Promise<ShownToolkit> {
      const row = rowFrom(newId(), body)
      await refuseTaken(body.slug)
      await db.tx((tx) => insert(tx, scope, row))
      return get(scope, row.id)
    },
    /** The toolkit of that slug, made without a word when there is none: a custom tool may name it first. */
    async ensure(tx: Tx, scope: Scope, slug: string): Promise<ProjectToolkit> {
      const known =
        (await registry.find(tx, scope, slug)) ?? (await registry.find(tx, scope, slug.toLowerCase()))
      if (known) return known
      return asOwn(await insert(tx, scope, stubFor(newId(), slug)))
    },
    /** Without a target state it becomes the opposite of what it is. */
    async setEnabled(scope: Scope, slugOrId: string, isEnabled: boolean | undefined): Promise<ShownToolkit> {
      const toolkit = await getForChange(scope, slugOrId)
      const requested = isEnabled === undefined ? !toolkit.isDisabled : !isEnabled
      return requested === toolkit.isDisabled
        ? get(scope, toolkit.id)
        : update(scope, toolkit.id, { isDisabled: requested }, null)
    },
    async remove(scope: Scope, slugOrId: string, cascade: boolean, ifMatch: IfMatch): Promise<void> {
      const toolkit = await getForChange(scope, slugOrId)
      if (!toolkit.isOwn) {
        throw new AppError('invalid_state', `The built-in toolkit ${toolkit.slug} cannot be deleted`, {
          hint: 'Disable it for the project with PATCH …/status.',
        })
      }
      await retryOnDeadlock(() =>
        db.tx(async (tx) => {
          const row = await lockToolkit(tx, scope, toolkit.id)
          if (!row) throw toolkitNotFound()
          checkIfMatch(ifMatch, row.revision)
          const counts = await dependantsOf(tx, scope, row)
          if (!cascade && Object.keys(counts).length > 0)
            throw inUse(
              row.slug,
              counts,
              await usersOf(tx, scope, row),
              'Delete them first, or all together with ?cascade=true.',
            )
          for (const each of extensions.dependants) await each.remove(tx, scope, asOwn(row))
          await deleteToolkit(tx, scope, row.id)
          await drift.remove(tx, scope, row.id)
          await record(tx, scope, row, 'deleted')
        }),
      )
    },
    /** Back to what the product ships: what was read since is forgotten, accounts and settings stay. */
    async reset(scope: Scope, slugOrId: string): Promise<ShownToolkit> {
      const toolkit = await getForChange(scope, slugOrId)
      if (!toolkit.isRefreshed) {
        throw new AppError('invalid_state', `${toolkit.slug} was not refreshed`, {
          hint: 'Only refreshed built-in toolkits can be reset.',
        })
      }
      await db.tx(async (tx) => {
        const row = await lockToolkit(tx, scope, toolkit.id)
        if (!row) return
        await deleteToolkit(tx, scope, row.id)
        await drift.remove(tx, scope, row.id)
        // Revisions of the copy were seen by callers: none of them may come again for something else.
        await raiseSetting(tx, scope, row.slug, row.revision + 1, clock.now())
        await record(tx, scope, row, 'reset')
      })
      return get(scope, toolkit.id)
    },
  }
}

export type ToolkitService = ReturnType<typeof createToolkitService>

export const slugTaken = (slug: string) =>
  new AppError('slug_conflict', `A toolkit with the slug "${slug}" already exists`, {
    hint: 'Choose another slug.',
  })

function inUse(slug: string, counts: Record<string, number>, { named }: Dependants, hint: string): AppError {
  const list = Object.entries(counts).map(([what, count]) => `${count} ${what}`)
  return new AppError('toolkit_in_use', `${slug} still has ${list.join(', ')}`, {
    facts: { dependants: counts, usedBy: named },
    hint,
  })
}
