import { z } from 'zod'
import type { ToolkitShapes } from '../../toolkits/index.ts'
import { RemoteHeaders, RemoteTools, RemoteUrl } from './external.ts'

/** The body is made of the shapes that all imported toolkits have in common. */
export const importMcpBody = ({ ToolkitSlug, Logo, Category }: ToolkitShapes) =>
  z.strictObject({
    url: RemoteUrl,
    headers: RemoteHeaders.optional(),
    slug: ToolkitSlug,
    name: z.string().trim().min(1).max(200).optional(),
    description: z.string().max(10_000).optional(),
    logo: Logo.nullish(),
    categories: z.array(Category).max(20).optional(),
    tools: RemoteTools.optional(),
    dryRun: z.boolean().default(false).describe('Return a preview without storing anything.'),
  })
export type ImportMcpBody = z.output<ReturnType<typeof importMcpBody>>
