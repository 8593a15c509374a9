import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

// How source files name programs that are started by path: threads, processes, and the modules of jobs.
const threadForm = /new URL\('(\.[^']*\.ts)', import\.meta\.url\)/g
const processForm = /join\(import\.meta\.dirname, '([^']*\.ts)'\)/g
const ownForm = /new URL\(import\.meta\.url\)/g
const leftOver = /import\.meta\.(?:url|dirname|filename)[^\n]*\.ts['"`]|import\.meta\.filename/

export type Places = { src: string; output: string }

/** The name of a program in the bundle: all of its files are in one folder. */
const programName = (path: string, { src }: Places): string =>
  relative(src, path).replace(/\.ts$/, '.js').replaceAll(/[/\\]/g, '.')

const inPosix = (path: string): string => path.replaceAll('\\', '/')

/**
 * Source files say where something is by their own place. In the bundle, programs are beside the file that names them,
 * and everything else (migrations, pages, what children are made of) stays where it is.
 */
export function placeInBundle(text: string, path: string, places: Places): string {
  const program = (name: string) => programName(resolve(dirname(path), name), places)
  // Written as a word that no source has, until the rest has been replaced.
  const [url, directory] = ['import.meta.bundleUrl', 'import.meta.bundleDirectory']
  const placed = text
    .replaceAll(threadForm, (_, name: string) => `new URL('./${program(name)}', ${url})`)
    .replaceAll(processForm, (_, name: string) => `join(${directory}, '${program(name)}')`)
    .replaceAll(ownForm, `new URL('./${programName(path, places)}', ${url})`)
  const fault = leftOver.exec(placed)
  if (fault) throw new Error(`${path} names a file in a form that the bundle does not know: ${fault[0]}`)
  const [toFile, toFolder] = [path, dirname(path)].map((place) => inPosix(relative(places.output, place)))
  return placed
    .replaceAll('import.meta.url', `new URL('${toFile}', ${url}).href`)
    .replaceAll('import.meta.dirname', `(${directory} + '/${toFolder}')`)
    .replaceAll(url, 'import.meta.url')
    .replaceAll(directory, 'import.meta.dirname')
}

export type EntryPoints = {
  /** From the name in the bundle, without its ending, to the source file. */
  programs: Record<string, string>
  /** The files in which places are replaced. */
  placed: string[]
}

const isShipped = (file: string): boolean => !/\.test\.ts$|(^|[/-])testing(-jobs)?\.ts$/.test(file)

/** The command line, and every file that is started by path. */
export function findEntryPoints(places: Places): EntryPoints {
  const { src } = places
  const paths = new Set([join(src, 'cli/main.ts')])
  const placed: string[] = []
  for (const file of globSync('**/*.ts', { cwd: src }).filter(isShipped).sort()) {
    const path = join(src, file)
    const text = readFileSync(path, 'utf8')
    if (!text.includes('import.meta.')) continue
    placed.push(path)
    for (const form of [threadForm, processForm])
      for (const [, name] of text.matchAll(form)) paths.add(resolve(dirname(path), name!))
    if (text.search(ownForm) !== -1) paths.add(path)
  }
  const programs = Object.fromEntries(
    [...paths].map((path) => [programName(path, places).replace(/\.js$/, ''), path]),
  )
  return { programs, placed }
}
