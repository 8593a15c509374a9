import { packageLimits } from '../package/limits.ts'
import type { RawFile } from '../package/package.ts'
import { isIgnoredPath } from '../package/paths.ts'
import { invalidPackage } from '../package/refusal.ts'

export type TreeEntry = { path: string; kind: 'file' | 'link'; sizeBytes: number | null; id: string }

/** The files of a registry as they are at one time. Nothing is read before it is needed. */
export type Snapshot = {
  /** What was requested: a branch, tag or commit. */
  ref: string
  /** Null where there is no history. */
  commitSha: string | null
  entries: readonly TreeEntry[]
  read(entry: TreeEntry, maxBytes: number): Promise<Buffer>
}

const main = 'SKILL.md'
const maxDepth = 6
const maxSkills = 500

/** The folders with a SKILL.md; empty for the top one. */
export const skillPathsIn = ({ entries }: Snapshot): string[] =>
  entries
    .filter(
      ({ path, kind }) =>
        kind === 'file' && (path === main || path.endsWith(`/${main}`)) && !isIgnoredPath(path),
    )
    .map(({ path }) => path.slice(0, -main.length).replace(/\/$/, ''))
    .filter((path) => path.split('/').length <= maxDepth)
    .slice(0, maxSkills)

/** All files of one skill. What is too much is refused before it is read. */
export async function readSkillFiles(snapshot: Snapshot, path: string): Promise<RawFile[]> {
  const prefix = path === '' ? '' : `${path}/`
  const own = snapshot.entries.filter((entry) => entry.path.startsWith(prefix) && !isIgnoredPath(entry.path))
  const link = own.find(({ kind }) => kind !== 'file')
  if (link) throw invalidPackage(`${JSON.stringify(link.path.slice(0, 80))} is a link, not a file`)
  if (own.length > packageLimits.files)
    throw invalidPackage(`The package has more than ${packageLimits.files} files`)
  const total = own.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0)
  if (total > packageLimits.totalBytes)
    throw invalidPackage(`The package is larger than ${packageLimits.totalBytes} bytes`)
  const files: RawFile[] = []
  for (const entry of own)
    files.push({
      path: entry.path.slice(prefix.length),
      bytes: await snapshot.read(entry, packageLimits.fileBytes),
    })
  return files
}

/** The text of its SKILL.md. */
export async function readMain(snapshot: Snapshot, path: string): Promise<string | null> {
  const entry = snapshot.entries.find((each) => each.path === (path === '' ? main : `${path}/${main}`))
  return entry ? (await snapshot.read(entry, packageLimits.fileBytes)).toString('utf8') : null
}
