import { randomBytes } from 'node:crypto'
import type { App } from '../../app.ts'
import { createProjectWithKey } from '../../first-start.ts'
import type { Db, Tx } from '../../kernel/db/db.ts'
import type { AttackProject } from './target.ts'

// Longer than all attacks take, also through a slow network.
const lifetimeMs = 6 * 3_600_000

/**
 * Two projects that no one uses, one attacked from the other, and the way to be rid of them. If this process is killed, the
 * server deletes them when their time is over.
 */
export async function createThrowawayProjects(app: App, db: Db, now: Date = new Date()) {
  const tag = randomBytes(6).toString('hex')
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  const create = async (tx: Tx, side: string): Promise<AttackProject> => {
    const { project, key } = await createProjectWithKey(tx, app, `Attack ${tag} ${side}`, { expiresAt })
    return { id: project.id, key: key.key }
  }
  // Both or none: there is no one to remove the first while the second fails.
  const { mine, theirs } = await db.tx(async (tx) => ({
    mine: await create(tx, 'a'),
    theirs: await create(tx, 'b'),
  }))
  return {
    mine,
    theirs,
    remove: (): Promise<void> =>
      db.tx(async (tx) => {
        for (const { id } of [mine, theirs]) await app.projects.deleteIn(tx, id)
      }),
  }
}
