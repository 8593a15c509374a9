import type { Clock } from '../../kernel/clock.ts'
import type { Compute } from '../../kernel/compute/compute.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { Events } from '../../kernel/events/events.ts'
import type { NewId } from '../../kernel/ids.ts'
import type { MemoryBudget } from '../../kernel/limits/memory-budget.ts'
import type { Outbound } from '../../kernel/net/outbound.ts'
import type { Agents } from '../agents/index.ts'
import type { Audit } from '../audit/index.ts'
import { createSkillSource } from './agent/source.ts'
import { openPlatformSkills } from './catalogue/platform.ts'
import { skillsManifest } from './manifest.ts'
import { createInspect, createReadHeads } from './package/inspect-jobs.ts'
import { createGitHub, type GitHubUrls, publicGitHub } from './registry/github.ts'
import { createRegistries, type RegistrySetting } from './registry/registries.ts'
import { catalogueRoutes } from './routes/catalogue.ts'
import { registryRoutes } from './routes/registry.ts'
import { skillRoutes } from './routes/skills.ts'
import { versionRoutes } from './routes/versions.ts'
import { createSkillReader } from './service/active-skills.ts'
import { createCatalogue } from './service/catalogue.ts'
import { createDependants } from './service/in-use.ts'
import { createInstalls } from './service/installs.ts'
import { createIntake } from './service/intake.ts'
import { createLibrary } from './service/library.ts'
import { createPublishing } from './service/publishing.ts'
import { createRegistrySkills } from './service/registry-skills.ts'
import { createSkillService } from './service/skills.ts'
import { createSync } from './service/sync.ts'
import { createVersions } from './service/versions.ts'
import { deleteUnusedContent } from './store/version.ts'

export type SkillsDeps = {
  db: Db
  clock: Clock
  newId: NewId
  compute: Compute
  events: Events
  memoryBudget: MemoryBudget
  outbound: Outbound
  audit: Audit
  agents: Pick<Agents, 'registerSource'>
  skillOptions?: SkillOptions | undefined
}

export type { RegistrySetting }

export type SkillOptions = {
  /** Where skills can be installed from besides GitHub. */
  registries: readonly RegistrySetting[]
  /** Null where nothing may be installed from GitHub. */
  github?: GitHubUrls | null
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
  const { registries: settings = [], github = publicGitHub } = deps.skillOptions ?? {}
  const registries = createRegistries(settings, github && createGitHub(deps.outbound, github))
  const registrySkills = createRegistrySkills({
    ...deps,
    registries,
    inspect,
    readHeads: createReadHeads(deps.compute),
  })
  const catalogue = createCatalogue({
    db,
    platform: openPlatformSkills(),
    releasedAt,
    registries,
    registrySkills,
  })
  const inUse = createDependants()
  const skills = createSkillService({ ...deps, inspect, intake, publishing, catalogue, inUse })
  const library = createLibrary({ db, catalogue, publishing, skills, inUse })
  const versions = createVersions({ ...deps, intake, skills, publishing, catalogue })
  deps.agents.registerSource(createSkillSource(db))
  return {
    /** An area above lists what uses a skill. */
    registerDependants: inUse.register,
    library: createSkillReader(db),
    sweep: () => deleteUnusedContent(db, new Date(clock.now().getTime() - dayMs)),
    routes: [
      ...skillRoutes(skills),
      ...catalogueRoutes({ catalogue, library }),
      ...registryRoutes({
        registrySkills,
        installs: createInstalls({ registries, registrySkills, library }),
        sync: createSync({ ...deps, skills, catalogue, publishing, registries, registrySkills }),
      }),
      ...versionRoutes(versions),
    ],
  }
}

export type Skills = Pick<ReturnType<typeof createSkills>, 'registerDependants' | 'library'>

export const skillsArea = { manifest: skillsManifest, key: 'skills', create: createSkills } as const
