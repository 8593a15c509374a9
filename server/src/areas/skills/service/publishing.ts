import type { AuditAction } from '../../../kernel/area.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Events } from '../../../kernel/events/events.ts'
import { actorOf, type Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type { SkillPackage } from '../package/package.ts'
import { countSkills, insertSkill, lockSkill, type SkillRow, updateSkill } from '../store/skill.ts'
import { insertVersion, listLabels, storedBytes } from '../store/version.ts'
import { nextLabel } from './labels.ts'
import { slugTaken } from './refusals.ts'

export type PublishingDeps = { clock: Clock; audit: Audit; events: Events }

const maxSkills = 1_000
const maxVersions = 500
const maxStoredBytes = 256 * 1024 * 1024

export type NewSkill = Pick<
  SkillRow,
  'id' | 'name' | 'category' | 'tags' | 'suggestedTools' | 'source' | 'origin' | 'isPublic'
> & { slug?: string | undefined; label: string; commitSha: string | null }

export type NewVersion = { label?: string | undefined; commitSha?: string | null; isApproved?: boolean }

/** Writes skills and their versions, in the transaction of the caller. */
export function createPublishing({ clock, audit, events }: PublishingDeps) {
  async function checkStorage(tx: Tx, projectId: string, { files }: SkillPackage): Promise<void> {
    const added = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
    if ((await storedBytes(tx, projectId)) + added > maxStoredBytes)
      throw new AppError('storage_quota_exceeded', 'The skills of the project take too much storage', {
        hint: 'Delete skills that are not used any longer.',
      })
  }

  async function record(
    tx: Tx,
    scope: Scope,
    action: AuditAction,
    { id, slug }: SkillRow,
    details = {},
  ): Promise<void> {
    await audit.record(tx, scope, {
      action,
      targetType: 'skill',
      targetId: id,
      details: { slug, ...details },
    })
  }

  return {
    record,
    /** Null where the project has the skill already; throws where another one has its slug. */
    async create(tx: Tx, scope: Scope, pkg: SkillPackage, skill: NewSkill): Promise<SkillRow | null> {
      const { projectId } = scope
      if ((await countSkills(tx, scope)) >= maxSkills) throw limitReached(`${maxSkills} skills`)
      await checkStorage(tx, projectId, pkg)
      const { slug = pkg.slug, label, commitSha, ...facts } = skill
      const at = clock.now().toISOString()
      const row: SkillRow = {
        ...facts,
        projectId,
        slug,
        isActive: true,
        version: 1,
        state: 'pinned',
        revision: 1,
        creatorAccountId: scope.actor.accountId,
        createdAt: at,
        updatedAt: at,
      }
      if (!(await insertSkill(tx, row))) {
        if (await lockSkill(tx, scope, row.id)) return null
        throw slugTaken(row.slug)
      }
      await insertVersion(
        tx,
        versionOf(scope, row, pkg, { number: 1, label, commitSha, isApproved: true, at }),
        pkg.files,
      )
      await record(tx, scope, facts.origin === null ? 'skill.created' : 'skill.installed', row, {
        treeHash: pkg.treeHash,
      })
      return row
    },

    /** Adds a version behind all others. It is used by agents from now on if it is approved. */
    async addVersion(
      tx: Tx,
      scope: Scope,
      row: SkillRow & { label: string },
      pkg: SkillPackage,
      { label, commitSha = null, isApproved = true }: NewVersion,
    ): Promise<SkillRow & { label: string }> {
      await checkStorage(tx, row.projectId, pkg)
      const known = await listLabels(tx, row)
      if (known.length >= maxVersions) throw limitReached(`${maxVersions} versions of a skill`)
      const labels = known.map((each) => each.label)
      if (label !== undefined && labels.includes(label))
        throw new AppError('version_conflict', `The skill has a version ${label} already`, {
          hint: 'Versions never change: choose another one, or leave it out.',
        })
      const number = Math.max(0, ...known.map((each) => each.number)) + 1
      const chosen = label ?? nextLabel(row.label, labels)
      const at = clock.now().toISOString()
      await insertVersion(
        tx,
        versionOf(scope, row, pkg, { number, label: chosen, commitSha, isApproved, at }),
        pkg.files,
      )
      return { ...row, ...(isApproved ? { version: number } : {}), label: chosen }
    },

    /** Stores the row with its next revision, and says so. */
    async save(
      tx: Tx,
      scope: Scope,
      row: SkillRow,
      action: AuditAction,
      details: object = {},
    ): Promise<SkillRow> {
      const { label: _, ...stored } = row as SkillRow & { label?: string }
      const next = { ...stored, revision: row.revision + 1, updatedAt: clock.now().toISOString() }
      await updateSkill(tx, next)
      await record(tx, scope, action, row, details)
      await events.publish(tx, scope, {
        type: 'skill.updated',
        data: { skillId: row.id, slug: row.slug, action: action.replace('skill.', ''), ...details },
      })
      return next
    },
  }
}

export type Publishing = ReturnType<typeof createPublishing>

const versionOf = (
  scope: Scope,
  { projectId, id }: SkillRow,
  { description, instructions, frontMatter, surface, treeHash }: SkillPackage,
  {
    at,
    ...facts
  }: { number: number; label: string; commitSha: string | null; isApproved: boolean; at: string },
) => ({
  ...facts,
  projectId,
  skillId: id,
  description,
  instructions,
  frontMatter,
  surface,
  treeHash,
  createdBy: actorOf(scope),
  createdAt: at,
})

const limitReached = (what: string) =>
  new AppError('skill_limit_reached', `There are already ${what}`, {
    hint: 'Delete what is not used any longer.',
  })
