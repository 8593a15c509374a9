import { extname } from 'node:path'
import type { Surface } from '../schema/lint.ts'
import { textOf } from './content-type.ts'
import type { FrontMatter } from './front-matter.ts'

type File = { path: string; bytes: Buffer }
type Found = { [Kind in keyof Surface]: Set<string> }

const maxNames = 500
const maxNameLength = 200
const scriptExtensions = new Set([
  '.py',
  '.js',
  '.mjs',
  '.cjs',
  '.ts',
  '.sh',
  '.bash',
  '.rb',
  '.pl',
  '.ps1',
  '.php',
])
const shellExtensions = new Set(['.sh', '.bash'])

// Zero-width, bidirectional and tag characters: they say something to a model and nothing to a reader.
const hidden = /[\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\u{E0000}-\u{E007F}]|(?!^)\uFEFF/u

/**
 * What a package names that could have an effect. It is read from the text, so it can miss what is disguised: it decides
 * whether a human looks at an update, never what a script may do.
 */
export function surfaceOf(files: readonly File[], { allowedTools }: FrontMatter): Surface {
  const found: Found = {
    tools: new Set(allowedTools),
    urls: new Set(),
    commands: new Set(),
    writes: new Set(),
    secrets: new Set(),
    scripts: new Set(),
    hiddenText: new Set(),
  }
  for (const { path, bytes } of files) {
    const text = textOf(bytes)
    const isScript = scriptExtensions.has(extname(path).toLowerCase()) || text?.startsWith('#!') === true
    if (isScript) found.scripts.add(path)
    if (text === null) continue
    if (hidden.test(text)) found.hiddenText.add(path)
    addUrls(text, found)
    addSecrets(text, found)
    addTools(text, found)
    addCommands(text, path, found)
    addWrites(text, path, found)
  }
  return Object.fromEntries(
    Object.entries(found).map(([kind, names]) => [
      kind,
      [...names]
        .map((name) => name.slice(0, maxNameLength))
        .sort()
        .slice(0, maxNames),
    ]),
  ) as Surface
}

function addUrls(text: string, { urls }: Found): void {
  for (const [url] of text.matchAll(/\b(?:https?|wss?|ftp):\/\/[^\s<>"'`)\]]{1,500}/gi)) {
    const origin = URL.canParse(url) ? new URL(url) : null
    if (origin) urls.add(`${origin.protocol}//${origin.host}`)
  }
}

const secretForms = [
  /\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?))\b/g,
  /process\.env(?:\.|\[['"])([A-Za-z_]\w{0,100})/g,
  /os\.(?:environ(?:\.get\(|\[)|getenv\()['"]([A-Za-z_]\w{0,100})/g,
]

function addSecrets(text: string, { secrets }: Found): void {
  for (const form of secretForms) for (const [, name = ''] of text.matchAll(form)) secrets.add(name)
}

/** Names in backticks on a line that speaks of tools. */
function addTools(text: string, { tools }: Found): void {
  for (const line of text.split('\n')) {
    if (line.length > 2000 || !/\b(?:tools?|calls?|invoke)\b/i.test(line)) continue
    for (const [, name = ''] of line.matchAll(/`([A-Za-z0-9]+(?:[_.:-][A-Za-z0-9]+)+)(?:\([^`]{0,200}\))?`/g))
      if (/_/.test(name)) tools.add(name)
  }
}

const fence = /^[ \t]*```[ \t]*(?:sh|bash|shell|zsh|console|terminal)\b[^\n]*\n([\s\S]*?)^[ \t]*```/gim
const shellWords = new Set([
  'if',
  'then',
  'else',
  'elif',
  'fi',
  'for',
  'do',
  'done',
  'while',
  'case',
  'esac',
  'in',
  'function',
  'return',
  'echo',
  'set',
  'export',
  'local',
  '{',
  '}',
  '[',
  '[[',
])
const processCalls =
  /\b(?:subprocess\.\w+|os\.(?:system|popen|exec\w*|spawn\w*)|child_process|execSync|spawnSync|Deno\.Command)\b/g

function addCommands(text: string, path: string, { commands }: Found): void {
  const isShell = shellExtensions.has(extname(path).toLowerCase()) || /^#!.*\b(?:sh|bash|zsh)\b/.test(text)
  const shell = isShell ? [text] : [...text.matchAll(fence)].map(([, code = '']) => code)
  for (const line of shell.join('\n').split('\n')) {
    if (line.length > 2000 || /^\s*#/.test(line)) continue
    for (const part of line.split(/\|\|?|&&|;|\$\(|`/)) {
      const word = /^\s*(?:\$\s+)?(?:sudo\s+)?(?:[A-Za-z_]\w*=\S*\s+)*([A-Za-z0-9_./-]+)/.exec(part)?.[1]
      if (word && !shellWords.has(word)) commands.add(word)
    }
  }
  for (const [call] of text.matchAll(processCalls)) commands.add(`${path}: ${call}`)
}

const writeForms = [
  /\bopen\(\s*([^,()]{1,120}),\s*['"][wax]b?\+?['"]/g,
  /\.(?:write_text|write_bytes|unlink|rmdir)\(/g,
  /\b(?:shutil\.\w+|os\.(?:remove|unlink|rename|replace|makedirs|mkdir|rmdir))\(/g,
  /\b(?:writeFile|appendFile|createWriteStream|rm|unlink|rename|mkdir)(?:Sync)?\(\s*([^,()]{1,120})?/g,
]

function addWrites(text: string, path: string, { writes }: Found): void {
  const isScript = scriptExtensions.has(extname(path).toLowerCase())
  if (!isScript) return
  for (const form of writeForms)
    for (const [match] of text.matchAll(form)) writes.add(`${path}: ${match.replace(/\s+/g, ' ').trim()}`)
  if (!shellExtensions.has(extname(path).toLowerCase())) return
  for (const [, target = ''] of text.matchAll(/>{1,2}\s*([^\s&|;>]{1,120})/g))
    writes.add(`${path}: > ${target}`)
}

/** What the second has and the first has not; null where there is nothing. */
export function grownSurface(before: Surface, after: Surface): Partial<Surface> | null {
  const grown = Object.entries(after).flatMap(([kind, names]) => {
    const known = new Set(before[kind as keyof Surface])
    const added = names.filter((name) => !known.has(name))
    return added.length > 0 ? [[kind, added] as const] : []
  })
  return grown.length > 0 ? (Object.fromEntries(grown) as Partial<Surface>) : null
}
