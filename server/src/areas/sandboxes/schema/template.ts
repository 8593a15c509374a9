import { z } from 'zod'
import { languages } from './execution.ts'

export const Template = z
  .object({
    id: z.string(),
    name: z.string(),
    isolation: z.enum(['process', 'container', 'microvm', 'remote']),
    languages: z.array(
      z.object({
        language: z.enum(languages),
        driver: z.string(),
        engine: z.string().nullable(),
        isLive: z.boolean(),
        isSealed: z.boolean().nullable(),
        isDurable: z.boolean(),
        hasPackages: z.boolean(),
      }),
    ),
    packages: z.array(z.string()),
    limits: z.object({ cpuMs: z.number(), memoryMb: z.number(), diskMb: z.number() }),
  })
  .meta({ id: 'SandboxTemplate' })
export type Template = z.output<typeof Template>
