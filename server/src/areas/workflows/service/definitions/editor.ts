import type { AuditAction } from '../../../../kernel/area.ts'
import type { Clock } from '../../../../kernel/clock.ts'
import type { Db, Tx } from '../../../../kernel/db/db.ts'
import { changedConcurrently, checkIfMatch } from '../../../../kernel/preconditions.ts'
import { actorOf, type Scope } from '../../../../kernel/scope.ts'
import type { Audit } from '../../../audit/index.ts'
import type { Definition, WorkflowRow } from '../../schema/workflow.ts'
import {
  findDefinition,
  insertVersion,
  replaceNewest,
  type StoredDefinition,
  storedForm,
} from '../../store/version.ts'
import { updateWorkflow } from '../../store/workflow.ts'
import { getWorkflow, holdOwn, refuseForeign, versionNotFound } from '../access.ts'
import { hasErrors, type Inspection, type Validate } from '../validation/validate.ts'
import { refuseLarge } from './new-graph.ts'
import { graphInvalid, replaysFirst } from './refusals.ts'

export type EditorDeps = {
  db: Db
  clock: Clock
  audit: Audit
  validate: Validate
  /** Refuses a version with which too few of the stored executions give what they gave. */
  requireReplays(scope: Scope, workflow: WorkflowRow, version: number): Promise<void>
}

export type IfMatch = readonly string[] | null

/** What becomes of a workflow; fields that are not named stay. */
export type Edit = {
  fields?: Partial<
    Pick<
      WorkflowRow,
      'name' | 'description' | 'type' | 'isPublic' | 'triggers' | 'provenance' | 'requiredReplays'
    >
  >
  definition?: Definition
  note?: string
  /** A save of a canvas: it replaces the one before, if that was such a save of the same author too. */
  isAmendment?: boolean
  /** Of an active workflow, the new version becomes the active one: `true` refuses errors, `if-valid` waits then. */
  publish?: boolean | 'if-valid'
  /** Activates the newest version, or deactivates. */
  isActive?: boolean
  action?: AuditAction
  details?: Record<string, unknown>
  /** Before anything of it is written, in its transaction. */
  within?(tx: Tx, workflow: WorkflowRow): Promise<void>
}

export type Edited = { workflow: WorkflowRow; definition: Definition; inspection: Inspection | null }

type Current = { workflow: WorkflowRow; definition: Definition; hash: string }

// Saves replace each other for so long; then the history gets another version.
const amendableMs = 10 * 60 * 1000

// So many writers of one workflow in a row are a loop of a client.
const maxAttempts = 5

/**
 * Changes a workflow as it was read. Validation takes reads and time, so it happens before the transaction, which then
 * makes sure that nothing changed meanwhile; without a version demanded by the caller it is tried again on what is there.
 */
export function createEditor({ db, clock, audit, validate, requireReplays }: EditorDeps) {
  async function read(scope: Scope, id: string): Promise<Current> {
    const workflow = await getWorkflow(db, scope, id)
    refuseForeign(scope, workflow)
    const found = await findDefinition(db, scope, id, workflow.version)
    if (!found) throw versionNotFound()
    return { workflow, ...found }
  }

  async function tryOnce(scope: Scope, current: Current, edit: Edit): Promise<Edited | null> {
    const { workflow: was } = current
    const definition = edit.definition ?? current.definition
    const stored = edit.definition ? storedForm(definition) : null
    if (stored) refuseLarge(stored)
    const type = edit.fields?.type ?? was.type
    const isNew = stored !== null && stored.hash !== current.hash
    const activates = edit.isActive === true
    // What a draft names may be there now.
    const isAgain = stored !== null && !was.isReady
    const isInspected = isNew || isAgain || activates || type !== was.type
    const inspection = isInspected ? await validate(scope, { id: was.id, type }, definition) : null
    if (activates && inspection && hasErrors(inspection)) throw graphInvalid(inspection.problems)
    const next = nextRow(was, edit, { isNew, inspection, at: clock.now() })
    const isPublished = next.activeVersion !== null && next.activeVersion !== was.activeVersion
    if (isPublished && next.requiredReplays > 0) {
      // Replays are of stored versions.
      if (isNew) throw replaysFirst()
      await requireReplays(scope, next, next.activeVersion!)
    }
    return db.tx(async (tx) => {
      const locked = await holdOwn(tx, scope, was.id)
      if (locked.revision !== was.revision) return null
      await edit.within?.(tx, next)
      await updateWorkflow(tx, next)
      if (isNew) await addVersion(tx, scope, { was, next, stored, edit })
      await audit.record(tx, scope, {
        action: edit.action ?? 'workflow.updated',
        targetType: 'workflow',
        targetId: was.id,
        details: { name: next.name, version: next.version, ...edit.details },
      })
      return { workflow: next, definition, inspection }
    })
  }

  return async (
    scope: Scope,
    id: string,
    ifMatch: IfMatch,
    plan: (current: Current) => Edit | Promise<Edit>,
  ): Promise<Edited> => {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const current = await read(scope, id)
      checkIfMatch(ifMatch, current.workflow.revision)
      const edited = await tryOnce(scope, current, await plan(current))
      if (edited) return edited
    }
    throw changedConcurrently()
  }
}

export type Editor = ReturnType<typeof createEditor>

type Added = { was: WorkflowRow; next: WorkflowRow; stored: StoredDefinition; edit: Edit }

async function addVersion(tx: Tx, scope: Scope, { was, next, stored, edit }: Added): Promise<void> {
  const { note = '', isAmendment = false } = edit
  const createdBy = actorOf(scope)
  const since = new Date(Date.parse(next.updatedAt) - amendableMs)
  const isActive = was.version === was.activeVersion
  const began = isAmendment && !isActive ? await replaceNewest(tx, was, { createdBy, since }) : null
  // What has a note, or was published, is a version that a reader looks for.
  const isFinal = !isAmendment || note !== '' || next.activeVersion === next.version
  await insertVersion(tx, next, stored, {
    note,
    createdBy,
    amendedSince: isFinal ? null : (began ?? next.updatedAt),
  })
}

function nextRow(
  was: WorkflowRow,
  { fields, publish = false, isActive }: Edit,
  { isNew, inspection, at }: { isNew: boolean; inspection: Inspection | null; at: Date },
): WorkflowRow {
  const next: WorkflowRow = {
    ...was,
    ...fields,
    version: isNew ? was.version + 1 : was.version,
    revision: was.revision + 1,
    updatedAt: at.toISOString(),
  }
  if (inspection) {
    next.isReady = !hasErrors(inspection)
    next.tools = inspection.tools
  }
  if (isActive === false) return { ...next, activeVersion: null, uses: [], pins: [] }
  const publishes = isActive === true || (was.activeVersion !== null && publish !== false && isNew)
  if (!publishes || !inspection) return next
  if (hasErrors(inspection)) {
    if (publish === 'if-valid') return next
    throw graphInvalid(inspection.problems)
  }
  return { ...next, activeVersion: next.version, uses: inspection.uses, pins: inspection.pins }
}
