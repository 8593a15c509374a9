import type { Scope } from '../../../kernel/scope.ts'
import type { Registries, Registry } from '../registry/registries.ts'
import { parseSource } from '../registry/source-url.ts'
import type { ImportBody, InstallBody } from '../schema/registry.ts'
import type { Skill } from '../schema/skill.ts'
import { entryOf } from './entry.ts'
import type { Library } from './library.ts'
import type { Choice, RegistrySkills } from './registry-skills.ts'

export type InstallDeps = { registries: Registries; registrySkills: RegistrySkills; library: Library }

/** Skills from registries: copied like those of the catalogue, with the commit and the tree hash that they had. */
export function createInstalls({ registries, registrySkills, library }: InstallDeps) {
  async function install(
    scope: Scope,
    registry: Registry,
    choice: Choice & { ref: string; slug?: string | undefined },
  ): Promise<Skill> {
    const fetched = await registrySkills.fetch(scope.projectId, registry, choice.ref, choice)
    return library.install(scope, entryOf(registry, fetched), choice.slug)
  }

  return {
    install: (scope: Scope, { ref = '', ...body }: InstallBody): Promise<Skill> =>
      install(scope, registries.find(body), { ...body, ref }),

    /** A mirror of the operator with the name of the repository is used in place of GitHub. */
    import(scope: Scope, { url, slug, ref }: ImportBody): Promise<Skill> {
      const source = parseSource(url)
      const registry = registries.find({ repo: source.repo })
      return install(scope, registry, { skillPath: source.path, ref: ref ?? source.ref, slug })
    },
  }
}

export type Installs = ReturnType<typeof createInstalls>
