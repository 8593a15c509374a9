import { createHash } from 'node:crypto'
import type { Problem, Surface } from '../schema/lint.ts'
import { contentTypeOf, textOf } from './content-type.ts'
import { type FrontMatter, readSkillFile, skillFile } from './front-matter.ts'
import { packageLimits } from './limits.ts'
import { checkDistinct, checkPath, isIgnoredPath } from './paths.ts'
import { invalidPackage } from './refusal.ts'
import { surfaceOf } from './surface.ts'

export type PackageFile = { path: string; bytes: Buffer; sha256: string; contentType: string }

/** A skill as files, checked. */
export type SkillPackage = {
  slug: string
  description: string
  instructions: string
  frontMatter: FrontMatter
  files: PackageFile[]
  surface: Surface
  /** Of all paths and contents: two packages with the same hash are the same. */
  treeHash: string
}

export type Inspected = {
  /** Null unless it is valid. */
  package: SkillPackage | null
  files: PackageFile[]
  surface: Surface
  slug: string | null
  description: string | null
  treeHash: string
  problems: Problem[]
}

export type RawFile = { path: string; bytes: Buffer }

export const slugForm = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const maxSlugLength = 64

const problem = (
  severity: Problem['severity'],
  code: string,
  message: string,
  path: string | null,
): Problem => ({
  severity,
  code,
  message,
  path,
})

/**
 * Checks the files of a package and reads its SKILL.md. Throws where the files themselves are hostile or too much; what
 * is wrong with the skill is in `problems`. `folder` is the name of the folder that they are in, where it is known.
 */
export function inspect(raw: readonly RawFile[], folder: string | null): Inspected {
  const files = toFiles(raw)
  const main = files.find(({ path }) => path === skillFile)
  if (!main) throw invalidPackage('The package has no SKILL.md in its top folder')
  const text = textOf(main.bytes)
  if (text === null) throw invalidPackage('SKILL.md is not a UTF-8 text')
  const { name, description, frontMatter, body, problems } = readSkillFile(text)
  const surface = surfaceOf(files, frontMatter)
  problems.push(...nameProblems(name, folder), ...textProblems(description, body), ...hiddenProblems(surface))
  const treeHash = treeHashOf(files)
  const isValid = problems.every(({ severity }) => severity !== 'error')
  const found: SkillPackage | null =
    isValid && name !== null && description !== null
      ? { slug: name, description, instructions: body, frontMatter, files, surface, treeHash }
      : null
  return { package: found, files, surface, slug: name, description, treeHash, problems }
}

function toFiles(raw: readonly RawFile[]): PackageFile[] {
  const included = raw.filter(({ path }) => !isIgnoredPath(path))
  if (included.length > packageLimits.files)
    throw invalidPackage(`The package has more than ${packageLimits.files} files`)
  let total = 0
  for (const { path, bytes } of included) {
    checkPath(path)
    total += bytes.length
    if (bytes.length > packageLimits.fileBytes)
      throw invalidPackage(`${JSON.stringify(path)} is larger than ${packageLimits.fileBytes} bytes`)
  }
  if (total > packageLimits.totalBytes)
    throw invalidPackage(`The package is larger than ${packageLimits.totalBytes} bytes`)
  checkDistinct(included.map(({ path }) => path))
  return included
    .map(({ path, bytes }) => ({
      path,
      bytes,
      sha256: sha256Of(bytes),
      contentType: contentTypeOf(path, bytes),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

export function treeHashOf(files: readonly { path: string; sha256: string }[]): string {
  const hash = createHash('sha256')
  for (const { path, sha256 } of files) hash.update(`${path}\0${sha256}\n`)
  return hash.digest('hex')
}

function nameProblems(name: string | null, folder: string | null): Problem[] {
  if (name === null || name === '') return [problem('error', 'name_missing', 'name is required.', skillFile)]
  if (name.length > maxSlugLength || !slugForm.test(name))
    return [
      problem(
        'error',
        'name_invalid',
        `name must be 1 to ${maxSlugLength} lowercase letters, digits and single hyphens.`,
        skillFile,
      ),
    ]
  return folder === null || folder === name
    ? []
    : [
        problem(
          'error',
          'name_mismatch',
          `name must be that of its folder, ${folder.slice(0, 80)}.`,
          skillFile,
        ),
      ]
}

// English text has about four characters for each token.
const charactersPerToken = 4

function textProblems(description: string | null, body: string): Problem[] {
  const found: Problem[] = []
  if (!description) found.push(problem('error', 'description_missing', 'description is required.', skillFile))
  if (body === '') found.push(problem('warning', 'body_empty', 'SKILL.md has no instructions.', skillFile))
  const tokens = Math.ceil(body.length / charactersPerToken)
  if (tokens > packageLimits.bodyTokens)
    found.push(
      problem(
        'warning',
        'body_too_long',
        `The instructions are about ${tokens} tokens long; move details to files below references/ (recommended: ${packageLimits.bodyTokens}).`,
        skillFile,
      ),
    )
  return found
}

const hiddenProblems = ({ hiddenText }: Surface): Problem[] =>
  hiddenText.map((path) =>
    problem('warning', 'hidden_characters', 'The file has characters that a reader does not see.', path),
  )
