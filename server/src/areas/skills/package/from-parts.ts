import type { RawFile } from './package.ts'
import { isIgnoredPath } from './paths.ts'
import { invalidPackage } from './refusal.ts'

/** The files below their common folder, and its name; null where SKILL.md is in no folder. */
export function withoutTopFolder(raw: readonly RawFile[]): { folder: string | null; files: RawFile[] } {
  const files = raw.filter(({ path }) => !isIgnoredPath(path))
  if (files.some(({ path }) => path === 'SKILL.md')) return { folder: null, files }
  const folders = new Set(files.map(({ path }) => path.split('/')[0] ?? ''))
  const [folder = ''] = folders
  if (folders.size !== 1 || files.some(({ path }) => !path.startsWith(`${folder}/`)))
    throw invalidPackage('The package must be one folder with a SKILL.md in it')
  return { folder, files: files.map(({ path, bytes }) => ({ path: path.slice(folder.length + 1), bytes })) }
}
