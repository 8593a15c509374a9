import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { inUseMessage, type ListDependants, listAll } from '../../../kernel/dependants.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { SchemaChecks } from '../../../kernel/json-schema/schema-checks.ts'
import { checkIfMatch } from '../../../kernel/preconditions.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type { Browsers } from '../../browsers/index.ts'
import type { Toolkits } from '../../toolkits/index.ts'
import type { Usage } from '../../usage/index.ts'
import type { CreateToolBody, DeletedTool, ToolDetail, UpdateToolBody } from '../schema/tool.ts'
import { putToolSetting } from '../store/setting.ts'
import {
  deleteTool,
  insertTool,
  lockTool,
  lockToolCount,
  type NewToolRow,
  type ToolRow,
  updateTool,
} from '../store/tool.ts'
import { putVersion } from '../store/version.ts'
import type { Finder, FoundTool } from './catalogue/find-tool.ts'
import { checkTemplate } from './custom/http-template.ts'
import { checkInputs } from './custom/run-browser.ts'
import type { RequestSealer } from './custom/sealed-request.ts'
import { adminOnlyField, slugTaken, toolNotFound } from './refusals.ts'
import { microOf, toDetail } from './to-response.ts'
import { checkSchemas, rowAfter, rowFrom } from './tool-row.ts'

export type ToolServiceDeps = {
  db: Db
  clock: Clock
  newId: NewId
  audit: Audit
  usage: Usage
  toolkits: Toolkits
  checks: SchemaChecks
  finder: Finder
  requestSealer: RequestSealer
  browsers: Pick<Browsers, 'recordings'>
  dependants: readonly ListDependants[]
}

type IfMatch = readonly string[] | null

// Lists are merged in memory with what the product ships.
const maxTools = 2_000

export type ToolResponse = ToolDetail & { revision: number }

/** The custom tools of a project, and what it decides about the others. */
export function createToolService(deps: ToolServiceDeps) {
  const { db, clock, newId, audit, usage, toolkits, checks, finder, requestSealer, dependants, browsers } =
    deps
  const visible = (scope: Scope, found: FoundTool): ToolResponse => ({
    ...toDetail(scope, found, usage.priceOf('tool.default')),
    revision: found.row?.revision ?? 0,
  })

  /** Also makes the toolkit that it names where there is none. */
  async function store(tx: Tx, scope: Scope, row: NewToolRow): Promise<void> {
    const toolkit = await toolkits.ensure(tx, scope, row.toolkitSlug)
    row.toolkitSlug = toolkit.slug
    if (row.implementation?.kind === 'http') checkTemplate(row.implementation, toolkit.baseUrl !== null)
    if (row.implementation?.kind === 'browser') {
      checkInputs(row.implementation, row.inputParameters)
      browsers.recordings.check(row.implementation.steps)
    }
  }

  const record = (
    tx: Tx,
    scope: Scope,
    { id, slug }: { id: string; slug: string },
    action: 'created' | 'updated' | 'deleted',
  ) =>
    audit.record(tx, scope, { action: `tool.${action}`, targetType: 'tool', targetId: id, details: { slug } })

  const sealed = (scope: Scope, row: NewToolRow): NewToolRow => ({
    ...row,
    implementation: requestSealer.seal(scope, row.id, row.implementation),
  })

  async function keep(tx: Tx, scope: Scope, row: ToolRow): Promise<void> {
    await putVersion(tx, scope, row.id, row, clock.now())
  }

  async function refuseUsed(tx: Tx, scope: Scope, slug: string, hint: string): Promise<void> {
    const used = await listAll(dependants, tx, scope, slug)
    if (used.count === 0) return
    throw new AppError('tool_in_use', inUseMessage(used), { facts: { usedBy: used.named }, hint })
  }

  async function changeOwn(scope: Scope, id: string, body: UpdateToolBody, ifMatch: IfMatch): Promise<void> {
    await checkSchemas(checks, scope, body)
    if (body.slug !== undefined && (await finder.isTaken(scope, body.slug))) throw slugTaken(body.slug)
    await db.tx(async (tx) => {
      const row = await lockTool(tx, scope, id)
      if (!row) throw toolNotFound()
      checkIfMatch(ifMatch, row.revision)
      const before = { ...row, implementation: requestSealer.open(scope, id, row.implementation) }
      const next = rowAfter(before, scope, body)
      if (next.slug !== row.slug)
        await refuseUsed(tx, scope, row.slug, 'Leave the slug as it is, or deactivate those workflows first.')
      await store(tx, scope, next)
      const updated = await updateTool(tx, scope, sealed(scope, next), clock.now())
      if (!updated) throw slugTaken(next.slug)
      await keep(tx, scope, updated)
      await record(tx, scope, updated, 'updated')
    })
  }

  /** Of a tool that the product brings only the state and the price are the project's to decide. */
  async function changeShipped(
    scope: Scope,
    { definition, isDisabled, priceMicro, id }: FoundTool,
    body: UpdateToolBody,
  ) {
    const { isDisabled: requested, executionCreditCost: price, ...others } = body
    const [fixed] = Object.entries(others).filter(([, value]) => value !== undefined)
    if (fixed)
      throw new AppError(
        'invalid_state',
        `${definition.slug} is a toolkit tool: ${fixed[0]} cannot be changed`,
        {
          hint: 'Only isDisabled and executionCreditCost can be changed. Create your own tool for the rest.',
        },
      )
    if (scope.role !== 'admin')
      throw price === undefined ? adminOnlyField('isDisabled') : adminOnlyField('executionCreditCost')
    await db.tx(async (tx) => {
      const setting = {
        slug: definition.slug,
        isDisabled: requested ?? isDisabled,
        priceMicro: price === undefined ? priceMicro : price === null ? null : microOf(price),
      }
      await putToolSetting(tx, scope, setting, clock.now())
      await record(tx, scope, { id, slug: definition.slug }, 'updated')
    })
  }

  async function update(
    scope: Scope,
    slugOrId: string,
    body: UpdateToolBody,
    ifMatch: IfMatch,
  ): Promise<ToolResponse> {
    const found = await finder.get(db, scope, slugOrId)
    if (found.row) await changeOwn(scope, found.row.id, body, ifMatch)
    else await changeShipped(scope, found, body)
    return visible(scope, await finder.get(db, scope, found.id))
  }

  return {
    async create(scope: Scope, body: CreateToolBody): Promise<ToolResponse> {
      await checkSchemas(checks, scope, body)
      const row = rowFrom(newId(), scope, body)
      if (await finder.isTaken(scope, row.slug)) throw slugTaken(row.slug)
      await db.tx(async (tx) => {
        if ((await lockToolCount(tx, scope)) >= maxTools)
          throw new AppError('tool_limit_reached', `A project can have at most ${maxTools} custom tools`, {
            hint: 'Delete unused ones.',
          })
        await store(tx, scope, row)
        const inserted = await insertTool(tx, scope, sealed(scope, row), clock.now())
        if (!inserted) throw slugTaken(row.slug)
        await keep(tx, scope, inserted)
        await record(tx, scope, inserted, 'created')
      })
      return visible(scope, await finder.get(db, scope, row.id))
    },
    get: async (scope: Scope, slugOrId: string, version: string | undefined): Promise<ToolResponse> =>
      visible(
        scope,
        version === undefined
          ? await finder.get(db, scope, slugOrId)
          : await finder.getVersion(db, scope, slugOrId, version),
      ),
    update,
    /** Without a target state it becomes the opposite of what it is. */
    async setEnabled(scope: Scope, slugOrId: string, isEnabled: boolean | undefined): Promise<ToolResponse> {
      const found = await finder.get(db, scope, slugOrId)
      return update(
        scope,
        found.id,
        { isDisabled: isEnabled === undefined ? !found.isDisabled : !isEnabled },
        null,
      )
    },
    async remove(scope: Scope, slugOrId: string, isForced: boolean, ifMatch: IfMatch): Promise<DeletedTool> {
      const found = await finder.get(db, scope, slugOrId)
      if (!found.row)
        throw new AppError(
          'invalid_state',
          `${found.definition.slug} is a toolkit tool and cannot be deleted`,
          {
            hint: 'Disable it with PATCH …/status.',
          },
        )
      const { id } = found.row
      return db.tx(async (tx) => {
        const row = await lockTool(tx, scope, id)
        if (!row) throw toolNotFound()
        checkIfMatch(ifMatch, row.revision)
        if (!isForced)
          await refuseUsed(
            tx,
            scope,
            row.slug,
            'Deactivate those workflows first, or delete with ?force=true.',
          )
        await deleteTool(tx, scope, id)
        await record(tx, scope, row, 'deleted')
        return { id, slug: row.slug, deleted: true as const }
      })
    },
  }
}

export type ToolService = ReturnType<typeof createToolService>
