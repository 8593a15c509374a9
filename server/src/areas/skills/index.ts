import type { Clock } from '../../kernel/clock.ts'
import type { Compute } from '../../kernel/compute/compute.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { Events } from '../../kernel/events/events.ts'
import type { NewId } from '../../kernel/ids.ts'
import type { MemoryBudget } from '../../kernel/limits/memory-budget.ts'
import type { Agents } from '../agents/index.ts'
import type { Audit } from '../audit/index.ts'
import { createSkillSource } from './agent/source.ts'
import { openPlatformSkills } from './catalogue/platform.ts'
import { skillsManifest } from './manifest.ts'
import { createInspect } from './package/inspect-jobs.ts'
import { catalogueRoutes } from './routes/catalogue.ts'
import { skillRoutes } from './routes/skills.ts'
import { versionRoutes } from './routes/versions.ts'
import { createCatalogue } from './service/catalogue.ts'
import { createDependants } from './service/in-use.ts'
import { createIntake } from './service/intake.ts'
import { createLibrary } from './service/library.ts'
import { createPublishing } from './service/publishing.ts'
import { createSkillService } from './service/skills.ts'
import { createVersions } from './service/versions.ts'
import { deleteUnusedContent } from './store/version.ts'

export type SkillsDeps = {
  db: Db
  clock: Clock
  newId: NewId
  compute: Compute
  events: Events
  memoryBudget: MemoryBudget
  audit: Audit
  agents: Pick<Agents, 'registerSource'>
}

const dayMs = 86_400_000
// When the shipped skills were last changed.
const releasedAt = '2026-11-16T00:00:00.000Z'

/**
 * Instructions with files that agents read when they need them. Packages are hostile input: they are checked before
 * anything of them is stored, nothing in them is ever run by the server, and browsers are given files that they only save.
 */
export function createSkills(deps: SkillsDeps) {
  const { db, clock } = deps
  const inspect = createInspect(deps.compute)
  const intake = createIntake({ ...deps, inspect })
  const publishing = createPublishing(deps)
  const catalogue = createCatalogue({ db, platform: openPlatformSkills(), releasedAt })
  const inUse = createDependants()
  const skills = createSkillService({ ...deps, inspect, intake, publishing, catalogue, inUse })
  const library = createLibrary({ db, catalogue, publishing, skills, inUse })
  const versions = createVersions({ db, intake, skills, publishing, catalogue })
  deps.agents.registerSource(createSkillSource(db))
  return {
    /** An area above lists what uses a skill. */
    registerDependants: inUse.register,
    sweep: () => deleteUnusedContent(db, new Date(clock.now().getTime() - dayMs)),
    routes: [...skillRoutes(skills), ...catalogueRoutes({ catalogue, library }), ...versionRoutes(versions)],
  }
}

export type Skills = Pick<ReturnType<typeof createSkills>, 'registerDependants'>

export const skillsArea = { manifest: skillsManifest, key: 'skills', create: createSkills } as const
