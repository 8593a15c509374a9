import { allOf, type Queryable, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import { selectPage } from '../../../kernel/db/rows/select-page.ts'
import { mapPage, type Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { ActorView } from '../schema/document.ts'
import type { ProposalItem, ProposalQuery, ProposalView, ProposedChange } from '../schema/proposal.ts'

export type Proposal = {
  id: string
  collectionId: string
  status: ProposalView['status']
  changes: ProposedChange[]
  reason: string | null
  externalUserId: string
  /** The author acted as an admin for all end users. */
  isAcrossUsers: boolean
  actor: ActorView
  decisionNote: string | null
  decidedBy: ActorView | null
  decidedAt: string | null
  createdAt: string
}

type Row = {
  id: string
  collection_id: string
  status: Proposal['status']
  changes: ProposedChange[]
  reason: string | null
  external_user_id: string
  is_across_users: boolean
  actor: ActorView
  decision_note: string | null
  decided_by: ActorView | null
  decided_at: string | null
  created_at: string
}

const columns = sqlText(
  'id, collection_id, status, changes, reason, external_user_id, is_across_users, actor, decision_note, decided_by, decided_at, created_at',
)

const toProposal = (row: Row): Proposal => ({
  id: row.id,
  collectionId: row.collection_id,
  status: row.status,
  changes: row.changes,
  reason: row.reason,
  externalUserId: row.external_user_id,
  isAcrossUsers: row.is_across_users,
  actor: row.actor,
  decisionNote: row.decision_note,
  decidedBy: row.decided_by,
  decidedAt: row.decided_at,
  createdAt: row.created_at,
})

export async function insertProposal(tx: Tx, scope: Scope, proposal: Proposal): Promise<void> {
  await tx.rows(sql`
    insert into document_proposal (project_id, id, collection_id, status, changes, reason, external_user_id, is_across_users,
                                   actor, created_at)
    values (${scope.projectId}, ${proposal.id}, ${proposal.collectionId}, ${proposal.status},
            ${JSON.stringify(proposal.changes)}, ${proposal.reason}, ${proposal.externalUserId},
            ${proposal.isAcrossUsers}, ${JSON.stringify(proposal.actor)}, ${proposal.createdAt})`)
}

/** Others' proposals are seen by admins who ask across users, and by the caller that acts for the project. */
const seenBy = (scope: Scope) =>
  scope.acrossUsers || scope.externalUser.id === scope.projectId
    ? sqlText('true')
    : sql`external_user_id = ${scope.externalUser.id}`

export async function findProposal(
  q: Queryable,
  scope: Scope,
  collectionId: string,
  id: string,
): Promise<Proposal | null> {
  const [row] = await q.rows<Row>(sql`
    select ${columns} from document_proposal
    where project_id = ${scope.projectId} and id = ${id} and collection_id = ${collectionId} and ${seenBy(scope)}`)
  return row ? toProposal(row) : null
}

/** Taken for the one who decides; the other one finds it decided. */
export async function lockProposal(
  tx: Tx,
  scope: Scope,
  collectionId: string,
  id: string,
): Promise<Proposal | null> {
  const [row] = await tx.rows<Row>(sql`
    select ${columns} from document_proposal
    where project_id = ${scope.projectId} and id = ${id} and collection_id = ${collectionId} and ${seenBy(scope)}
    for update`)
  return row ? toProposal(row) : null
}

export async function listProposals(
  q: Queryable,
  scope: Scope,
  collectionId: string,
  query: ProposalQuery,
): Promise<Page<Proposal>> {
  const where = allOf([
    sql`project_id = ${scope.projectId}`,
    sql`collection_id = ${collectionId}`,
    seenBy(scope),
    ...(query.status === undefined ? [] : [sql`status = ${query.status}`]),
  ])
  return mapPage(
    await selectPage<Row>(
      q,
      { columns, from: sql`document_proposal where ${where}`, order: sql`id ${sqlText(query.sortOrder)}` },
      query,
    ),
    toProposal,
  )
}

export type ProposalOfAny = Omit<ProposalItem, 'operations'> & { changes: readonly ProposedChange[] }

/** Those of all collections, each with the name of its collection. */
export async function listAllProposals(
  q: Queryable,
  scope: Scope,
  query: ProposalQuery,
): Promise<Page<ProposalOfAny>> {
  const where = allOf([
    sql`p.project_id = ${scope.projectId}`,
    seenBy(scope),
    ...(query.status === undefined ? [] : [sql`p.status = ${query.status}`]),
  ])
  const page = await selectPage<Row & { slug: string; name: string }>(
    q,
    {
      columns: sql`p.id, p.collection_id, p.status, p.changes, p.reason, p.actor, p.decided_by, p.decided_at,
        p.created_at, c.slug, c.name`,
      from: sql`document_proposal p
        join collection c on c.project_id = p.project_id and c.id = p.collection_id
        where ${where}`,
      countFrom: sql`document_proposal p where ${where}`,
      order: sql`p.id ${sqlText(query.sortOrder)}`,
    },
    query,
  )
  return mapPage(page, (row) => ({
    id: row.id,
    collection: { id: row.collection_id, slug: row.slug, name: row.name },
    status: row.status,
    reason: row.reason,
    requestedBy: row.actor,
    changes: row.changes,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at,
    createdAt: row.created_at,
  }))
}

export async function decideProposal(
  tx: Tx,
  scope: Scope,
  id: string,
  decision: { status: 'approved' | 'rejected'; note: string | null; by: ActorView; at: Date },
): Promise<void> {
  await tx.rows(sql`
    update document_proposal
    set status = ${decision.status}, decision_note = ${decision.note}, decided_by = ${JSON.stringify(decision.by)},
        decided_at = ${decision.at}, version = version + 1
    where project_id = ${scope.projectId} and id = ${id}`)
}

export async function deleteProposalsOf(tx: Tx, scope: Scope, userId: string): Promise<void> {
  await tx.rows(sql`
    delete from document_proposal where project_id = ${scope.projectId} and external_user_id = ${userId}`)
}

export async function moveProposals(tx: Tx, scope: Scope, fromId: string, intoId: string): Promise<void> {
  await tx.rows(sql`
    update document_proposal set external_user_id = ${intoId}
    where project_id = ${scope.projectId} and external_user_id = ${fromId}`)
}
