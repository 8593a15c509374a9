import { z } from 'zod'
import { textParam } from '../../../kernel/http/shapes.ts'
import { InstallBody } from './installed.ts'

export const OfferedQuery = z.strictObject({
  q: textParam(80).default('').describe('Part of the name, such as `google sheets`.'),
})

export const OfferedToolkit = z
  .object({
    package: z.string(),
    version: z.string().describe('The newest version.'),
    description: z.string(),
    installedVersion: z.string().nullable().describe('Null if not installed.'),
  })
  .meta({ id: 'OfferedToolkit' })
export type OfferedToolkit = z.output<typeof OfferedToolkit>

export const OfferedDetailsQuery = z.strictObject({
  package: textParam(120)
    .pipe(InstallBody.shape.package)
    .meta({ jsonSchema: { type: 'string', maxLength: 120 } }),
})

export const OfferedToolkitDetails = OfferedToolkit.extend({
  license: z.string().nullable().describe('License of the package; null if it declares none.'),
  sizeBytes: z.int().nullable().describe('Unpacked size; null if the registry does not report it.'),
  versions: z.array(z.string()).describe('Newest first, up to 50.'),
  isInstallable: z.boolean(),
  reason: z.string().nullable().describe('Why the newest version cannot be installed.'),
}).meta({ id: 'OfferedToolkitDetails' })
export type OfferedToolkitDetails = z.output<typeof OfferedToolkitDetails>
