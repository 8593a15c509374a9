import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'

/** Folders of programs below a common place; their imports of each other stay as they are. */
export type ProgramSource = { root: string; folders: readonly string[] }

const ownPrograms: ProgramSource = {
  root: join(import.meta.dirname, '..'),
  folders: ['protocol', 'seal', 'child'],
}
const importForm = /(from |import\()'(\.[^']+)\.ts'/g

/**
 * Writes the programs of the children without their types and gives the folder. Node could take the types out by
 * itself, but would carry the compiler for it in every child: 18 MB and a quarter of a second each.
 */
export function preparePrograms(dataDir: string, { root, folders }: ProgramSource = ownPrograms): string {
  const texts = globSync(
    folders.map((folder) => `${folder}/**/*.{ts,js,py}`),
    { cwd: root },
  )
    .filter((file) => !file.endsWith('.test.ts'))
    .sort()
    .map((file): [string, string] => [file, readFileSync(join(root, file), 'utf8')])
  const hash = createHash('sha256')
    .update(JSON.stringify([process.version, texts]))
    .digest('hex')
    .slice(0, 16)
  const target = join(dataDir, `programs-${hash}`)
  writeOnce(target, (folder) => {
    for (const [file, text] of texts) {
      const isTyped = file.endsWith('.ts')
      const path = join(folder, isTyped ? file.replace(/\.ts$/, '.mjs') : file)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, isTyped ? withoutTypes(text).replace(importForm, "$1'$2.mjs'") : text)
    }
  })
  return target
}

/** Without the warning that it is experimental: commands of the CLI print nothing but their results. */
function withoutTypes(text: string): string {
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    return stripTypeScriptTypes(text)
  } finally {
    process.emitWarning = emitWarning
  }
}

/** Fills a folder that others may be filling at the same time: the caller that is first wins, no one sees half of it. */
export function writeOnce(target: string, fill: (folder: string) => void): void {
  if (existsSync(target)) return
  const draft = `${target}.${process.pid}.draft`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  fill(draft)
  try {
    renameSync(draft, target)
  } catch (error) {
    if (!existsSync(target)) throw error
    rmSync(draft, { recursive: true, force: true })
  }
}
