import type { Caller } from '../../../test/harness.ts'
import { formOf } from '../files/testing.ts'
import { writeZip } from './package/write-zip.ts'

export const base = '/api/v1/skills'

export const skillText = (slug: string, body = '# Steps\n\nDo it.', more = '') =>
  `---\nname: ${slug}\ndescription: What ${slug} does, and when to use it.\n${more}---\n\n${body}\n`

/** The files of a package by path, below the folder of its name. */
export const packageOf = (slug: string, files: Record<string, string | Buffer> = {}) => [
  { path: 'SKILL.md', bytes: Buffer.from(skillText(slug)) },
  ...Object.entries(files).map(([path, content]) => ({ path, bytes: Buffer.from(content) })),
]

export const zipOf = (slug: string, files: Record<string, string | Buffer> = {}) =>
  writeZip(slug, packageOf(slug, files))

export function sendZip(
  caller: Caller,
  archive: Buffer,
  path = `${base}/create`,
  fields: Record<string, string> = {},
) {
  const parts = Object.entries(fields).map(([name, content]) => ({ name, content }))
  const [body, headers] = formOf([...parts, { fileName: 'skill.zip', content: archive }])
  return caller.post(path, body, headers)
}
