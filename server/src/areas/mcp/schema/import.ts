import { z } from 'zod'
import type { ToolkitShapes } from '../../toolkits/index.ts'

/** The body is made of the shapes that all imported toolkits have in common. */
export const importMcpBody = ({ ToolkitSlug, Logo, Category }: ToolkitShapes) =>
  z.strictObject({
    url: z
      .url({ protocol: /^https?$/ })
      .max(2_000)
      .describe('The endpoint of the MCP server.'),
    headers: z
      .record(z.string().min(1).max(200), z.string().max(8_192))
      .optional()
      .describe('Sent with every request to the server, stored encrypted, and never returned.'),
    slug: ToolkitSlug,
    name: z.string().trim().min(1).max(200).optional(),
    description: z.string().max(10_000).optional(),
    logo: Logo.nullish(),
    categories: z.array(Category).max(20).optional(),
    tools: z
      .array(z.string().min(1).max(200))
      .max(500)
      .optional()
      .describe('Names of tools of the server; all without it.'),
    dryRun: z.boolean().default(false).describe('Return a preview without storing anything.'),
  })
export type ImportMcpBody = z.output<ReturnType<typeof importMcpBody>>
