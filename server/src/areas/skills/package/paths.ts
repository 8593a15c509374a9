import { packageLimits } from './limits.ts'
import { invalidPackage } from './refusal.ts'

// Control characters, and those that change how a name is displayed.
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u
// What operating systems and version control add; no part of a skill.
const ignored =
  /(?:^|\/)(?:__MACOSX|\.git|\.svn|node_modules|__pycache__)(?:\/|$)|(?:^|\/)(?:\.DS_Store|Thumbs\.db)$/

export const isIgnoredPath = (path: string): boolean => ignored.test(path)

/** Refuses every path that could mean something else on some system than a file below its folder. */
export function checkPath(path: string): void {
  const shown = JSON.stringify(path.slice(0, 80))
  if (Buffer.byteLength(path) > packageLimits.pathBytes)
    throw invalidPackage(`A path is longer than ${packageLimits.pathBytes} bytes: ${shown}…`)
  if (unprintable.test(path)) throw invalidPackage(`A path has characters that cannot be displayed: ${shown}`)
  if (path.includes('\\') || /^[A-Za-z]:/.test(path) || path.startsWith('/'))
    throw invalidPackage(`A path is not relative and in POSIX form: ${shown}`)
  if (path.split('/').some((part) => part === '' || part === '.' || part === '..'))
    throw invalidPackage(`A path leads out of its folder: ${shown}`)
  if (path.normalize('NFC') !== path) throw invalidPackage(`A path is not in the Unicode form NFC: ${shown}`)
}

/** Names that some file systems take for one another, and a file where another one needs a folder. */
export function checkDistinct(paths: readonly string[]): void {
  const seen = new Set<string>()
  for (const path of paths) {
    const key = path.toLowerCase()
    if (seen.has(key)) throw invalidPackage(`Two files have the same name: ${JSON.stringify(path)}`)
    seen.add(key)
  }
  for (const key of seen) {
    const parts = key.split('/')
    for (let length = 1; length < parts.length; length++)
      if (seen.has(parts.slice(0, length).join('/')))
        throw invalidPackage(`${JSON.stringify(parts.slice(0, length).join('/'))} is a file and a folder`)
  }
}
