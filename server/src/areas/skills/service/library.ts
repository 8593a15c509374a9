import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Skill } from '../schema/skill.ts'
import { deleteSkill, lockSkill } from '../store/skill.ts'
import type { Catalogue } from './catalogue.ts'
import type { CatalogueEntry } from './entry.ts'
import type { Dependants } from './in-use.ts'
import type { Publishing } from './publishing.ts'
import { skillNotFound } from './refusals.ts'
import type { SkillService } from './skills.ts'

export type LibraryDeps = {
  db: Db
  catalogue: Catalogue
  publishing: Publishing
  skills: SkillService
  inUse: Dependants
}

/** Installing means a copy with the id of the original: agents use what was installed, whatever happens to the original. */
export function createLibrary({ db, catalogue, publishing, skills, inUse }: LibraryDeps) {
  async function install(scope: Scope, { row, origin, load }: CatalogueEntry, slug?: string): Promise<Skill> {
    const { pkg, commitSha } = await load()
    return db.tx(async (tx) => {
      const installed = await publishing.create(tx, scope, pkg, {
        id: row.id,
        slug,
        name: row.name,
        category: row.category,
        tags: row.tags,
        suggestedTools: row.suggestedTools,
        source: row.source,
        origin,
        isPublic: false,
        label: row.label,
        commitSha,
      })
      return skills.view(tx, scope, row.id, installed !== null)
    })
  }

  return {
    install,

    /** Once for each project, however often it is called. */
    async add(scope: Scope, id: string): Promise<Skill> {
      const known = await db.tx(async (tx) => {
        const own = await lockSkill(tx, scope, id)
        return own && skills.view(tx, scope, id, false)
      })
      if (known) return known
      const entry = await catalogue.find(scope, id)
      if (!entry) throw skillNotFound()
      return install(scope, entry)
    },

    async remove(scope: Scope, id: string): Promise<{ id: string; changed: boolean }> {
      const changed = await db.tx(async (tx) => {
        const row = await lockSkill(tx, scope, id)
        if (!row) return false
        if (row.origin === null)
          throw new AppError('invalid_state', 'The skill was created in this project, not installed', {
            hint: 'Delete it with DELETE /api/v1/skills/delete/{id}.',
          })
        await inUse.refuse(tx, scope, id)
        await deleteSkill(tx, scope, id)
        await publishing.record(tx, scope, 'skill.uninstalled', row)
        return true
      })
      if (!changed && !(await catalogue.find(scope, id))) throw skillNotFound()
      return { id, changed }
    },
  }
}

export type Library = ReturnType<typeof createLibrary>
