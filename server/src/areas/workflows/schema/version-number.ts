import { z } from 'zod'

const highest = 2_147_483_647
const form = /^(?:1\.0\.(\d{1,10})|(\d{1,10}))$/

/** Versions are counted from 1 and shown as `1.0.<n-1>`. */
export const versionLabel = (version: number): string => `1.0.${version - 1}`

/** Both forms are read: `4` and `1.0.3` are the same version. Null for anything else. */
export function versionNumber(text: string): number | null {
  const [, patch, plain] = form.exec(text) ?? []
  const number = patch === undefined ? Number(plain) : Number(patch) + 1
  return number >= 1 && number <= highest ? number : null
}

/** In a path, where anything else names no version. */
export const VersionParam = z
  .string()
  .min(1)
  .max(100)
  .transform((text) => versionNumber(text) ?? 0)

/** In a query or a body: `4`, `"4"` or `"1.0.3"`. */
export const VersionInput = z
  .union([z.string().max(20), z.number()])
  .transform((input, context) => {
    const number = versionNumber(String(input))
    if (number !== null) return number
    context.addIssue({ code: 'custom', message: 'must be a version such as 4 or 1.0.3' })
    return z.NEVER
  })
  .meta({ jsonSchema: { type: 'string', pattern: String.raw`^(1\.0\.)?\d+$` } })
