import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { DeletionReceipt } from '../schema.ts'

export async function insertReceipt(
  tx: Tx,
  scope: Scope,
  { signature, ...receipt }: DeletionReceipt,
): Promise<void> {
  await tx.rows(sql`
    insert into deletion_receipt (project_id, id, receipt, signature, created_at)
    values (${scope.projectId}, ${receipt.id}, ${JSON.stringify(receipt)}, ${signature}, ${receipt.deletedAt})`)
}

export async function findReceipt(q: Queryable, scope: Scope, id: string): Promise<DeletionReceipt | null> {
  const [row] = await q.rows<{ receipt: Omit<DeletionReceipt, 'signature'>; signature: string }>(sql`
    select receipt, signature from deletion_receipt where project_id = ${scope.projectId} and id = ${id}`)
  return row ? { ...row.receipt, signature: row.signature } : null
}
