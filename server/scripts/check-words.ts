import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bannedForms } from './words/banned.ts'
import { bannedNames } from './words/names.ts'
import { blank, type Prose, proseOfCode, proseOfMarkdown, proseOfPython } from './words/prose.ts'

// What others wrote, what is generated, released migrations, and the list itself.
const isForeign = (file: string) =>
  /(^|\/)node_modules\/|^server\/(?:catalogue|migrations)\/|sdk\/src\/(generated|areas)|package-lock|scripts\/(?:check-)?words/.test(
    file,
  )

const readers: Readonly<Record<string, (text: string) => Iterable<Prose>>> = {
  ts: proseOfCode,
  tsx: proseOfCode,
  js: proseOfCode,
  mjs: proseOfCode,
  py: proseOfPython,
  md: (text) => [proseOfMarkdown(text)],
  css: (text) => partsOf(text, /\/\*[\s\S]*?\*\//g),
  html: (text) => [{ at: 0, text: blank(text, /<[^>]*>/g) }],
  example: (text) => partsOf(text, /^# .*/gm),
  json: (text) => partsOf(text, /"(?:summary|description)": "(?:[^"\\]|\\.)*"/g),
}

function* partsOf(text: string, form: RegExp): Generator<Prose> {
  for (const match of text.matchAll(form)) yield { at: match.index, text: match[0] }
}

// Names of code are not prose; a sentence goes on in the next line, behind the mark of its comment.
const plain = (text: string) =>
  blank(text, /`[^`\n]*`/g).replace(/\n[^\S\n]*(?:\*(?!\/)|\/\/|#)?/g, (gap) => ' '.repeat(gap.length))

/** Each fault with its line and what to write instead. */
export function bannedWords(file: string, text: string): string[] {
  const read = readers[file.split('.').at(-1) ?? '']
  if (!read) return []
  const found = [...read(text)].flatMap((prose) => {
    const sentence = plain(prose.text)
    return bannedForms
      .filter(({ isAllowedInStrings }) => !(prose.isString && isAllowedInStrings))
      .flatMap(({ form, instead }) =>
        [...sentence.matchAll(form)].map((match) => ({
          at: prose.at + match.index,
          word: match[0],
          instead,
        })),
      )
  })
  const lines = [...found, ...bannedNames(file, text)]
    .toSorted((left, right) => left.at - right.at)
    .map(
      ({ at, word, instead }) =>
        `${file}:${text.slice(0, at).split('\n').length} "${word.replace(/\s+/g, ' ')}": write ${instead}`,
    )
  return [...new Set(lines)]
}

if (process.argv[1] === import.meta.filename) {
  const root = join(import.meta.dirname, '../..')
  const files = execFileSync('git', ['ls-files'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const faults = files
    .split('\n')
    .filter(
      (file) =>
        /\.(tsx?|m?js|py|md|css|html)$|^\.env\.example$|server\/openapi\.json$/.test(file) &&
        !isForeign(file) &&
        // Deleted, and not committed yet.
        existsSync(join(root, file)),
    )
    .flatMap((file) => bannedWords(file, readFileSync(join(root, file), 'utf8')))
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exit(1)
}
