import type { Db } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { textOf } from '../package/content-type.ts'
import { findActiveSkill, listActiveHeads, type SkillWithVersion } from '../store/skill.ts'
import { listFiles, readFiles } from '../store/version.ts'

const keyOf = (skill: SkillWithVersion) => ({ ...skill, skillId: skill.id, number: skill.version })

/** The skills of a project in the version that is in force, for areas that offer them to clients. */
export const createSkillReader = (db: Db) => ({
  /** By slug. */
  list: (scope: Scope) => listActiveHeads(db, scope),
  /** With the paths of its files; null when there is no active one. */
  async read(scope: Scope, slug: string) {
    const skill = await findActiveSkill(db, scope, slug)
    if (!skill) return null
    const files = (await listFiles(db, keyOf(skill))).map(({ path }) => path)
    const { name, description, instructions } = skill
    return { slug, name, description, instructions, files: files.filter((path) => path !== 'SKILL.md') }
  },
  async readFile(scope: Scope, slug: string, path: string) {
    const skill = await findActiveSkill(db, scope, slug)
    const [file] = skill ? await readFiles(db, keyOf(skill), path) : []
    return file ? { bytes: file.bytes, text: textOf(file.bytes), contentType: file.contentType } : null
  },
})
