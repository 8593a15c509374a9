import { z } from 'zod'

export const InstallBody = z.strictObject({
  package: z
    .string()
    .max(120)
    .regex(/^@activepieces\/piece-[a-z0-9][a-z0-9-]*$/)
    .describe('The name of a piece in the npm registry, such as `@activepieces/piece-wordpress`.'),
  version: z
    .string()
    .max(60)
    .regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/)
    .optional()
    .describe('Defaults to the newest version.'),
})

export const UninstallBody = z.strictObject({ slug: z.string().min(1).max(100) })

export const InstalledToolkit = z
  .object({
    slug: z.string(),
    package: z.string(),
    version: z.string(),
    integrity: z.string().describe('The digest of the package in the registry.'),
    sizeBytes: z.int(),
    toolCount: z.int(),
    triggerCount: z.int(),
    allowedHosts: z.array(z.string()).describe('The hosts that its tools can reach.'),
    installedAt: z.iso.datetime(),
  })
  .meta({ id: 'InstalledToolkit' })
