import { parseDocument, stringify } from 'yaml'
import type { Problem } from '../schema/lint.ts'
import { packageLimits } from './limits.ts'

/** What the head of a SKILL.md says, as far as it is read; everything else in it is left alone. */
export type FrontMatter = {
  license?: string
  compatibility?: string
  metadata: Record<string, string>
  allowedTools: string[]
}

export type ReadSkillFile = {
  name: string | null
  description: string | null
  frontMatter: FrontMatter
  body: string
  problems: Problem[]
}

export const skillFile = 'SKILL.md'

const problem = (severity: Problem['severity'], code: string, message: string): Problem => ({
  severity,
  code,
  message,
  path: skillFile,
})

// The fence is exactly this: other parsers run code behind longer ones (`---js`).
const headForm = /^---[ \t]*\n([\s\S]*?)\n---[ \t]*(?:\n|$)/

/** Reads the head as data and nothing else: no aliases, no tags, no merge keys. */
export function readSkillFile(text: string): ReadSkillFile {
  const source = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const empty = { name: null, description: null, frontMatter: { metadata: {}, allowedTools: [] } }
  const head = headForm.exec(source)
  if (!head)
    return {
      ...empty,
      body: source,
      problems: [
        problem(
          'error',
          'front_matter_missing',
          'SKILL.md must begin with a YAML head between two lines of ---.',
        ),
      ],
    }
  const body = source.slice(head[0].length).trim()
  const yaml = head[1]!
  if (Buffer.byteLength(yaml) > packageLimits.frontMatterBytes)
    return {
      ...empty,
      body,
      problems: [
        problem(
          'error',
          'front_matter_too_large',
          `The head is larger than ${packageLimits.frontMatterBytes} bytes.`,
        ),
      ],
    }
  const fields = parseHead(yaml)
  if (typeof fields === 'string')
    return { ...empty, body, problems: [problem('error', 'front_matter_invalid', fields)] }
  return { ...readFields(fields), body }
}

// A head is a flat list of fields; nesting is what makes parsing slow.
const maxBrackets = 200

/** The fields of the head, or why it cannot be read. */
function parseHead(yaml: string): ReadonlyMap<string, unknown> | string {
  if ((yaml.match(/[[{]/g)?.length ?? 0) > maxBrackets) return 'The head has too many brackets.'
  try {
    const document = parseDocument(yaml, {
      schema: 'core',
      merge: false,
      uniqueKeys: true,
      logLevel: 'silent',
    })
    const [error] = [...document.errors, ...document.warnings]
    if (error) return `The head is not valid YAML: ${error.message.split('\n')[0]}`
    const value: unknown = document.toJS({ mapAsMap: true, maxAliasCount: 0 })
    if (!(value instanceof Map)) return 'The head must be a list of fields.'
    return new Map([...value].map(([key, field]) => [String(key), field]))
  } catch (error) {
    return `The head cannot be read: ${(error as Error).message.split('\n')[0]?.slice(0, 200)}`
  }
}

const knownFields = new Set(['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'])

function readFields(fields: ReadonlyMap<string, unknown>): Omit<ReadSkillFile, 'body'> {
  const problems: Problem[] = []
  const text = (name: string, maxLength: number): string | null => {
    const value = fields.get(name)
    if (value === undefined || value === null) return null
    if (typeof value === 'object') {
      problems.push(problem('error', `${name}_invalid`, `${name} must be a text.`))
      return null
    }
    const found = String(value).trim()
    if (found.length <= maxLength) return found
    problems.push(problem('error', `${name}_too_long`, `${name} is longer than ${maxLength} characters.`))
    return found.slice(0, maxLength)
  }
  const license = text('license', 500)
  const compatibility = text('compatibility', packageLimits.compatibilityLength)
  const unknown = [...fields.keys()].filter((key) => !knownFields.has(key)).slice(0, 10)
  if (unknown.length > 0)
    problems.push(
      problem(
        'warning',
        'unknown_field',
        `These fields are not used: ${unknown.map((key) => key.slice(0, 40)).join(', ')}.`,
      ),
    )
  return {
    name: text('name', 200),
    description: text('description', packageLimits.descriptionLength),
    frontMatter: {
      ...(license === null ? {} : { license }),
      ...(compatibility === null ? {} : { compatibility }),
      metadata: readMetadata(fields.get('metadata'), problems),
      allowedTools: readTools(fields.get('allowed-tools'), problems),
    },
    problems,
  }
}

function readMetadata(value: unknown, problems: Problem[]): Record<string, string> {
  if (value === undefined || value === null) return {}
  if (!(value instanceof Map) || value.size > packageLimits.metadataEntries) {
    problems.push(
      problem(
        'warning',
        'metadata_invalid',
        `metadata must be a list of at most ${packageLimits.metadataEntries} texts by name.`,
      ),
    )
    return {}
  }
  const entries = [...(value as Map<unknown, unknown>)].filter(
    ([, each]) => typeof each !== 'object' && each !== undefined,
  )
  if (entries.length < value.size)
    problems.push(
      problem('warning', 'metadata_invalid', 'Entries of metadata that are not texts are left out.'),
    )
  return Object.fromEntries(
    entries.map(([key, each]) => [String(key).slice(0, 100), String(each).slice(0, 1000)]),
  )
}

/** A list, or names with blanks or commas between them. */
function readTools(value: unknown, problems: Problem[]): string[] {
  if (value === undefined || value === null) return []
  const names = Array.isArray(value)
    ? value.map(String)
    : typeof value === 'string'
      ? value.split(/[\s,]+(?![^(]*\))/)
      : null
  if (names)
    return [...new Set(names.filter(Boolean).map((name) => name.slice(0, 200)))].slice(
      0,
      packageLimits.allowedTools,
    )
  problems.push(problem('warning', 'allowed-tools_invalid', 'allowed-tools must be a list of names.'))
  return []
}

/** A SKILL.md that says this. */
export function writeSkillFile({
  name,
  description,
  frontMatter: { license, compatibility, metadata, allowedTools },
  body,
}: Omit<ReadSkillFile, 'problems'> & { name: string; description: string }): string {
  const head = stringify({
    name,
    description,
    ...(license === undefined ? {} : { license }),
    ...(compatibility === undefined ? {} : { compatibility }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    ...(allowedTools.length === 0 ? {} : { 'allowed-tools': allowedTools }),
  })
  return `---\n${head}---\n\n${body.trim()}\n`
}
