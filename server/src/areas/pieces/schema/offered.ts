import { z } from 'zod'
import { textParam } from '../../../kernel/http/shapes.ts'
import { InstallBody } from './installed.ts'

export const OfferedQuery = z.strictObject({
  q: textParam(80).default('').describe('Words of the name, such as `google sheets`.'),
})

export const OfferedToolkit = z
  .object({
    package: z.string(),
    version: z.string().describe('The newest.'),
    description: z.string(),
    installedVersion: z.string().nullable().describe('Null when it is not installed.'),
  })
  .meta({ id: 'OfferedToolkit' })
export type OfferedToolkit = z.output<typeof OfferedToolkit>

export const OfferedDetailsQuery = z.strictObject({
  package: textParam(120)
    .pipe(InstallBody.shape.package)
    .meta({ jsonSchema: { type: 'string', maxLength: 120 } }),
})

export const OfferedToolkitDetails = OfferedToolkit.extend({
  license: z.string().nullable().describe('As the package names it; null when it names none.'),
  sizeBytes: z.int().nullable().describe('Of all of its files; null when the registry does not say.'),
  versions: z.array(z.string()).describe('The newest first, at most 50.'),
  isInstallable: z.boolean(),
  reason: z.string().nullable().describe('Why the newest cannot be installed.'),
}).meta({ id: 'OfferedToolkitDetails' })
export type OfferedToolkitDetails = z.output<typeof OfferedToolkitDetails>
