import { sql, type Tx } from '../../../kernel/db/db.ts'
import { workTable } from '../../../kernel/work-table.ts'

/** Readings of pages that were charged. A row is written with the charge, and has nothing to forget. */
export const readingTable = workTable({
  name: 'knowledge',
  table: 'knowledge_reading',
  isOpen: 'false',
  isStored: 'false',
  forget: 'pages = pages',
  forgetOpen: null,
})

export async function insertReading(
  tx: Tx,
  reading: { projectId: string; id: string; pages: number; at: Date },
): Promise<void> {
  await tx.rows(sql`
    insert into knowledge_reading (project_id, id, pages, ended_at)
    values (${reading.projectId}, ${reading.id}, ${reading.pages}, ${reading.at})`)
}
