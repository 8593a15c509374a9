import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Keeps home-made words out of comments, documents and the API reference. Each has a word that the field uses instead;
 * the glossary in CONTRIBUTING.md lists the terms of our own.
 */
const replacements: Readonly<Record<string, string>> = {
  'whoever|whomever': 'the caller, the user, the client',
  nobody: 'no one, no caller, nothing',
  somebody: 'someone, another caller',
  'everybody|anybody': 'everyone, anyone, all users',
  'mend(?:s|ed|ing)?': 'fix',
  anew: 'again, recreated',
  'under way': 'in progress, in flight',
  'as usual': 'by default',
  'short way|long way': 'fast path, slow path',
  'handed over': 'passed',
  'unless told(?: otherwise)?': 'by default',
  'told apart': 'distinguished',
  'goes by (?:that|the) name': 'is named',
  house: 'server, product, private network',
  farewell: 'erase user',
  'films?': 'video',
  'pictures?': 'image',
  'no room|makes? room|made room': 'capacity, evict',
}

const forms = Object.entries(replacements).map(([word, instead]) => ({
  form: new RegExp(`\\b(?:${word})\\b`, 'gi'),
  instead,
}))

// What others wrote, what is generated, and tests of the contract, which has words of its own.
const isForeign = (file: string) =>
  /(^|\/)(node_modules|catalogue|migrations)\/|^acceptance\/|sdk\/src\/(generated|areas)|package-lock|check-words/.test(
    file,
  )

const commentForms: Readonly<Record<string, RegExp>> = {
  ts: /(?<![:'"`\\])\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
  js: /(?<![:'"`\\])\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
  mjs: /(?<![:'"`\\])\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
  py: /(?<=^|\s)#[^\n]*/g,
}

/** The prose of a file with its place in it: comments of code, documents without their code, texts of the API reference. */
function* proseOf(file: string, text: string): Generator<{ at: number; prose: string }> {
  const ending = file.split('.').at(-1) ?? ''
  if (ending === 'md') {
    yield {
      at: 0,
      prose: text.replace(/```[\s\S]*?```|`[^`\n]*`|\]\([^)]*\)/g, (code) => code.replace(/[^\n]/g, ' ')),
    }
  } else if (file.endsWith('openapi.json')) {
    for (const match of text.matchAll(/"(?:summary|description)": "((?:[^"\\]|\\.)*)"/g))
      yield { at: match.index, prose: match[1]!.replace(/`[^`]*`/g, '') }
  } else {
    const form = commentForms[ending]
    if (!form) return
    for (const match of text.matchAll(form))
      yield { at: match.index, prose: match[0].replace(/`[^`\n]*`/g, (code) => ' '.repeat(code.length)) }
  }
}

/** Each fault with its line and what to write instead. */
export function bannedWords(file: string, text: string): string[] {
  const found = [...proseOf(file, text)].flatMap(({ at, prose }) =>
    forms.flatMap(({ form, instead }) =>
      [...prose.matchAll(form)].map((match) => ({ at: at + match.index, word: match[0], instead })),
    ),
  )
  return found
    .toSorted((left, right) => left.at - right.at)
    .map(
      ({ at, word, instead }) =>
        `${file}:${text.slice(0, at).split('\n').length} "${word}": write ${instead}`,
    )
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
    .filter((file) => /\.(ts|js|mjs|py|md)$|server\/openapi\.json$/.test(file) && !isForeign(file))
    .flatMap((file) => bannedWords(file, readFileSync(join(root, file), 'utf8')))
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exit(1)
}
