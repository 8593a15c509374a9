import { AppError } from '../../../kernel/errors.ts'
import { idOfName } from '../../../kernel/ids.ts'
import { registryNotFound } from './failures.ts'
import { openFolder } from './folder.ts'
import { openMirror } from './git/mirror.ts'
import type { GitHub } from './github.ts'
import type { Snapshot } from './snapshot.ts'
import { isRepo } from './source-url.ts'

/** Where an operator lets skills be installed from. */
export type RegistrySetting = { name: string; kind: 'folder' | 'git' | 'github'; location: string }

export type Registry = {
  id: string
  kind: RegistrySetting['kind']
  repo: string
  open(ref: string): Promise<Snapshot>
}

const namespace = Buffer.from('2f4c8a1d6e3b4b7f8c5d9e0a1b2c3d4e', 'hex')

/** The id of a skill of a registry: the same in every project, and in every installation that names the registry alike. */
export const registrySkillId = ({ repo, path }: { repo: string; path: string }): string =>
  idOfName(namespace, `${repo}\n${path}`)

export const githubId = 'github'

export function createRegistries(settings: readonly RegistrySetting[], github: GitHub | null) {
  const open = ({ kind, location }: RegistrySetting, ref: string): Promise<Snapshot> => {
    if (kind === 'folder') return openFolder(location)
    if (kind === 'git') return openMirror(location, ref)
    return openGitHub(location, ref)
  }
  async function openGitHub(repo: string, ref: string): Promise<Snapshot> {
    if (!github) throw registryNotFound('Repositories of GitHub cannot be installed here')
    return github.open(repo, ref)
  }
  const configured: Registry[] = settings.map((setting) => ({
    id: setting.name,
    kind: setting.kind,
    repo: setting.name,
    open: (ref) => open(setting, ref),
  }))
  return {
    configured,
    github,
    /** By its id, else by the name of a repository: a mirror of the operator comes before GitHub. */
    find({ registryId, repo }: { registryId?: string | undefined; repo: string }): Registry {
      const known = configured.find(({ id }) => id === (registryId ?? repo))
      if (known) return known
      if (registryId !== undefined && registryId !== githubId)
        throw registryNotFound('There is no such registry')
      if (!isRepo(repo))
        throw new AppError('invalid_parameter', 'repo must be owner/repo, or the id of a registry', {
          details: [
            {
              in: 'body',
              path: '/repo',
              rule: 'format',
              message: 'must be owner/repo, or the id of a registry',
            },
          ],
        })
      return { id: githubId, kind: 'github', repo, open: (ref) => openGitHub(repo, ref) }
    },
  }
}

export type Registries = ReturnType<typeof createRegistries>
