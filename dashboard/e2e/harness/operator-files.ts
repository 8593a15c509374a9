import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const program = join(import.meta.dirname, '../../../server/test/fakes/hostile-stdio.mjs')

/** The folder of a skill that a registry of the installation has; tests change it as its author would. */
export const registrySkill = (dataDir: string): string => join(dataDir, 'registry/release-notes')

/** A registry that is named like a repository, with a folder for each of its skills. */
async function writeRepository(dataDir: string): Promise<string> {
  const root = join(dataDir, 'acme-skills')
  for (const name of ['standup', 'retrospective']) {
    await mkdir(join(root, name), { recursive: true })
    const head = `name: ${name}\ndescription: Prepares a ${name}. Use it before one.`
    await writeFile(join(root, name, 'SKILL.md'), `---\n${head}\n---\n\nAsk everyone.\n`)
  }
  return root
}

export async function writeSkill(dataDir: string, instructions: string): Promise<void> {
  const references = join(registrySkill(dataDir), 'references')
  await mkdir(references, { recursive: true })
  await writeFile(join(references, 'style.md'), `# Style of ${instructions.length} characters\n`)
  await writeFile(
    join(registrySkill(dataDir), 'SKILL.md'),
    `---\nname: release-notes\ndescription: Writes release notes. Use it for a release.\n---\n\n${instructions}\n`,
  )
}

/** What an operator has on the machine: a program that may be an MCP server, a folder of skills. */
export async function writeOperatorFiles(dataDir: string): Promise<Record<string, string>> {
  const stdio = join(dataDir, 'stdio.json')
  const probe = { command: process.execPath, args: [program], readable: [dirname(program)] }
  await writeFile(stdio, JSON.stringify({ mcpServers: { probe } }))
  await writeSkill(dataDir, '# Release notes\n\nRead the commits.\n\nBe brief.')
  const registries = [
    `folder:${join(dataDir, 'registry')}`,
    `acme/skills=folder:${await writeRepository(dataDir)}`,
  ]
  return { STOA_MCP_STDIO: stdio, STOA_SKILL_REGISTRIES: registries.join() }
}
