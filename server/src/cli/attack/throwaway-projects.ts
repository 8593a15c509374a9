import { randomBytes } from 'node:crypto'
import type { App } from '../../app.ts'
import { createProjectWithKey } from '../../first-start.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { AttackProject } from './target.ts'

/** Two projects that no one uses, one attacked from the other, and the way to be rid of them. */
export async function createThrowawayProjects(app: App, db: Db) {
  const tag = randomBytes(6).toString('hex')
  const create = (side: string): Promise<AttackProject> =>
    db.tx(async (tx) => {
      const { project, key } = await createProjectWithKey(tx, app, `Attack ${tag} ${side}`)
      return { id: project.id, key: key.key }
    })
  const mine = await create('a')
  const theirs = await create('b')
  return {
    mine,
    theirs,
    async remove(): Promise<void> {
      for (const { id } of [mine, theirs]) await db.tx((tx) => app.projects.deleteIn(tx, id))
    },
  }
}
