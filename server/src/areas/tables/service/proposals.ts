import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Queryable } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Page } from '../../../kernel/page.ts'
import { checkIfMatch } from '../../../kernel/preconditions.ts'
import { actorOf, type Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type { Collection } from '../schema/collection.ts'
import type { Document, Operation } from '../schema/document.ts'
import type {
  DecisionBody,
  ProposalItem,
  ProposalQuery,
  ProposalView,
  ProposedChange,
} from '../schema/proposal.ts'
import {
  decideProposal,
  findProposal,
  insertProposal,
  listAllProposals,
  listProposals,
  lockProposal,
  type Proposal,
} from '../store/proposal.ts'
import { listDocumentsById } from '../store/read-documents.ts'
import { documentNotFound, getCollection, holdCollection, mustPropose, refuseForeign } from './access.ts'
import type { BatchService } from './batch.ts'
import { createDocumentCheck, refuseFaulty, refuseReserved } from './check-document.ts'
import { merged } from './writes/merge.ts'

export type ProposalDeps = { db: Db; clock: Clock; newId: NewId; audit: Audit; batches: BatchService }
export type ProposalRequest = { isRequested: boolean; reason: string | null }

/** `x-propose: true` turns a write into a proposal; `x-propose-reason` says why it is wanted. */
export function proposalRequest(headers: Readonly<Record<string, string | undefined>>): ProposalRequest {
  const { 'x-propose': request, 'x-propose-reason': reason } = headers
  if (request !== undefined && request !== 'true' && request !== 'false')
    throw new AppError('invalid_parameter', 'x-propose must be true or false', {
      details: [{ in: 'header', path: 'x-propose', rule: 'enum', message: 'must be true or false' }],
    })
  return { isRequested: request === 'true', reason: reason?.slice(0, 1000) ?? null }
}

/** Writes that wait for approval: stored as requested, shown as a diff, applied when approved. */
export function createProposalService({ db, clock, newId, audit, batches }: ProposalDeps) {
  /** The documents that changes are about, as they are now. */
  async function currentOf(
    q: Queryable,
    scope: Scope,
    collection: Collection,
    changes: readonly ProposedChange[],
  ) {
    const ids = changes.flatMap((change) => ('id' in change && change.id ? [change.id] : []))
    const found = ids.length === 0 ? [] : await listDocumentsById(q, scope, collection, ids)
    return new Map(found.map((document) => [document.id, document]))
  }

  /** What is proposed must be possible now; whether it still is then shows when it is approved. */
  function noted(
    scope: Scope,
    collection: Collection,
    operation: Operation,
    current: ReadonlyMap<string, Document>,
    ifMatch: readonly string[] | null,
  ): ProposedChange {
    const check = createDocumentCheck(collection)
    const context = { now: clock.now(), actingUserId: scope.externalUser.id }
    if ('data' in operation) refuseReserved(operation.data)
    if (operation.op === 'create' || operation.op === 'upsert') {
      refuseFaulty(check(operation.data, context, true))
      return operation
    }
    const document = current.get(operation.id)
    if (!document) throw documentNotFound()
    refuseForeign(scope, collection, document)
    checkIfMatch(ifMatch, document.version)
    if (operation.op === 'update') refuseFaulty(check(updated(document.data, operation), context, false))
    if (operation.op === 'replace') refuseFaulty(check(operation.data, context, true))
    return { ...operation, baseVersion: operation.ifVersion ?? document.version }
  }

  async function viewOf(
    q: Queryable,
    scope: Scope,
    collection: Collection,
    proposal: Proposal,
  ): Promise<ProposalView> {
    const current = await currentOf(q, { ...scope, acrossUsers: true }, collection, proposal.changes)
    const { externalUserId: _, isAcrossUsers: __, actor, ...rest } = proposal
    return {
      ...rest,
      requestedBy: actor,
      changes: proposal.changes.map((change) => changeView(change, current, proposal.status === 'pending')),
    }
  }

  async function taken(q: Queryable, scope: Scope, collection: Collection, id: string): Promise<Proposal> {
    const proposal = await findProposal(q, scope, collection.id, id)
    if (!proposal) throw notFound()
    return proposal
  }

  function propose(
    scope: Scope,
    collection: Collection,
    operations: readonly Operation[],
    reason: ProposalRequest['reason'],
    ifMatch: readonly string[] | null,
  ): Promise<{ proposal: ProposalView }> {
    return db.tx(async (tx) => {
      const current = await currentOf(tx, scope, collection, operations)
      const proposal: Proposal = {
        id: newId(),
        collectionId: collection.id,
        status: 'pending',
        changes: operations.map((operation) => noted(scope, collection, operation, current, ifMatch)),
        reason,
        externalUserId: scope.externalUser.id,
        isAcrossUsers: scope.acrossUsers,
        actor: actorOf(scope),
        decisionNote: null,
        decidedBy: null,
        decidedAt: null,
        createdAt: clock.now().toISOString(),
      }
      await insertProposal(tx, scope, proposal)
      return { proposal: await viewOf(tx, scope, collection, proposal) }
    })
  }

  return {
    propose: async (
      scope: Scope,
      reference: string,
      operations: readonly Operation[],
      { reason }: ProposalRequest,
      ifMatch: readonly string[] | null = null,
    ) => propose(scope, await getCollection(db, scope, reference), operations, reason, ifMatch),
    /** Null when the write is to be done immediately. */
    async instead(
      scope: Scope,
      reference: string,
      operations: readonly Operation[],
      { isRequested, reason }: ProposalRequest,
      ifMatch: readonly string[] | null = null,
    ): Promise<{ proposal: ProposalView } | null> {
      const collection = await getCollection(db, scope, reference)
      if (!isRequested && !mustPropose(scope, collection)) return null
      return propose(scope, collection, operations, reason, ifMatch)
    },
    async list(scope: Scope, reference: string, query: ProposalQuery): Promise<Page<ProposalView>> {
      const collection = await getCollection(db, scope, reference)
      const page = await listProposals(db, scope, collection.id, query)
      const items: ProposalView[] = []
      for (const proposal of page.items) items.push(await viewOf(db, scope, collection, proposal))
      return { ...page, items }
    },
    /** Those of all collections; what each would change shows where it is decided. */
    async listAll(scope: Scope, query: ProposalQuery): Promise<Page<ProposalItem>> {
      const page = await listAllProposals(db, scope, query)
      return {
        ...page,
        items: page.items.map(({ changes, ...item }) => ({
          ...item,
          operations: countedOperations(changes),
        })),
      }
    },
    async get(scope: Scope, reference: string, id: string): Promise<ProposalView> {
      const collection = await getCollection(db, scope, reference)
      return viewOf(db, scope, collection, await taken(db, scope, collection, id))
    },
    async decide(
      scope: Scope,
      reference: string,
      id: string,
      status: 'approved' | 'rejected',
      { note, force }: DecisionBody,
    ): Promise<ProposalView> {
      return db.tx(async (tx) => {
        const collection = await holdCollection(tx, scope, reference)
        const proposal = await lockProposal(tx, scope, collection.id, id)
        if (!proposal) throw notFound()
        if (proposal.status !== 'pending')
          throw new AppError('invalid_state', `The proposal was already ${proposal.status}`, {
            facts: { state: proposal.status },
          })
        if (status === 'approved') {
          // With the scope of the author, who sees and owns no more by being approved: an upsert must not find
          // what is
          // another user's, since nothing that was shown to the approver said so.
          const requester: Scope = {
            ...scope,
            externalUser: { id: proposal.externalUserId, name: '' },
            acrossUsers: proposal.isAcrossUsers,
          }
          await batches.applyIn(
            tx,
            requester,
            collection.id,
            proposal.changes.map((each) => operationOf(each, force)),
          )
        }
        const decision = { status, note: note ?? null, by: actorOf(scope), at: clock.now() }
        await decideProposal(tx, scope, id, decision)
        await audit.record(tx, scope, {
          action: `proposal.${status}`,
          targetType: 'proposal',
          targetId: id,
          details: { collection: collection.slug },
        })
        return viewOf(tx, scope, collection, await taken(tx, scope, collection, id))
      })
    },
  }
}

export type ProposalService = ReturnType<typeof createProposalService>

const notFound = () => new AppError('proposal_not_found', 'Proposal not found')

function countedOperations(changes: readonly ProposedChange[]): ProposalItem['operations'] {
  const counts = new Map<string, number>()
  for (const { op } of changes) counts.set(op, (counts.get(op) ?? 0) + 1)
  return [...counts].map(([op, count]) => ({ op, count }))
}

function operationOf({ baseVersion, ...operation }: ProposedChange, isForced: boolean): Operation {
  if (operation.op === 'create' || operation.op === 'upsert') return operation
  const { ifVersion: _, ...rest } = operation
  return isForced || baseVersion === undefined ? rest : { ...rest, ifVersion: baseVersion }
}

const updated = (was: Document['data'], { data, merge }: Extract<Operation, { op: 'update' }>) =>
  merged(was, data, merge === 'deep')

function changeView(change: ProposedChange, current: ReadonlyMap<string, Document>, isPending: boolean) {
  const id = 'id' in change ? (change.id ?? null) : null
  const document = id === null ? undefined : current.get(id)
  const data = 'data' in change ? change.data : null
  return {
    op: change.op,
    documentId: id,
    data,
    baseVersion: change.baseVersion ?? null,
    isOutdated: isPending && id !== null && document?.version !== change.baseVersion,
    diff: isPending ? diffOf(change, document?.data ?? {}) : [],
  }
}

function diffOf(change: ProposedChange, was: Record<string, unknown>) {
  const now =
    change.op === 'delete'
      ? {}
      : change.op === 'update'
        ? updated(was as Document['data'], change)
        : (change.data as Record<string, unknown>)
  const names = [...new Set([...Object.keys(was), ...Object.keys(now)])].sort()
  return names
    .filter((field) => !isDeepStrictEqual(was[field], now[field]))
    .map((field) => ({ field, from: was[field] ?? null, to: now[field] ?? null }))
}
