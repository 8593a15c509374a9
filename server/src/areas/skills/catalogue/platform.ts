import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lazily } from '../../../kernel/async/lazily.ts'
import { idOfName } from '../../../kernel/ids.ts'
import { inspect, type SkillPackage } from '../package/package.ts'

export type PlatformSkill = {
  id: string
  name: string
  category: string
  tags: string[]
  suggestedTools: string[]
  version: string
  package: SkillPackage
}

const folder = join(import.meta.dirname, '../../../../catalogue/skills')
const namespace = Buffer.from('6b1f0d5e2c7a4f0e9a3d8b4c5e6f7a81', 'hex')

/** The skills that come with the product, by id; the same ids in every installation. Read when first needed. */
export function openPlatformSkills(from: string = folder) {
  const all = lazily(async () => {
    const found = new Map<string, PlatformSkill>()
    const names = (await readdir(from, { withFileTypes: true })).filter((entry) => entry.isDirectory())
    for (const { name } of names.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const skill = await readSkill(from, name)
      found.set(skill.id, skill)
    }
    return found
  })
  return {
    list: async (): Promise<PlatformSkill[]> => [...(await all()).values()],
    find: async (id: string): Promise<PlatformSkill | null> => (await all()).get(id) ?? null,
  }
}

export type PlatformSkills = ReturnType<typeof openPlatformSkills>

async function readSkill(from: string, slug: string): Promise<PlatformSkill> {
  const entries = await readdir(join(from, slug), { withFileTypes: true, recursive: true })
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const path = join(parentPath, name)
        return {
          path: path.slice(join(from, slug).length + 1).replaceAll('\\', '/'),
          bytes: await readFile(path),
        }
      }),
  )
  const { package: found, problems } = inspect(files, slug)
  if (!found) throw new Error(`the shipped skill ${slug} is invalid: ${problems[0]?.message}`)
  const { title = slug, category = '', tags = '', version = '1.0.0' } = found.frontMatter.metadata
  return {
    id: idOfName(namespace, slug),
    name: title,
    category,
    tags: tags
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
    suggestedTools: found.frontMatter.allowedTools,
    version,
    package: found,
  }
}
