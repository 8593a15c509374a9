import { z } from 'zod'
import type { ToolkitShapes } from '../../toolkits/index.ts'
import { RemoteHeaders, RemoteTools, RemoteUrl } from './external.ts'

/** The body is made of the shapes that all imported toolkits have in common. */
export const importMcpBody = ({
  ToolkitSlug,
  Logo,
  Category,
  AuthMode,
  AuthDetailsInput,
  ReviewedHash,
}: ToolkitShapes) =>
  z.strictObject({
    url: RemoteUrl,
    headers: RemoteHeaders.optional(),
    slug: ToolkitSlug,
    name: z.string().trim().min(1).max(200).optional(),
    description: z.string().max(10_000).optional(),
    logo: Logo.nullish(),
    categories: z.array(Category).max(20).optional(),
    tools: RemoteTools.optional(),
    authSchemes: z
      .array(AuthMode)
      .max(20)
      .optional()
      .describe(
        'How accounts of end users prove themselves to the server, such as `OAUTH2` or `BEARER_TOKEN`: calls then send the credentials of the connected account of the acting user. `DCR_OAUTH` finds out how to sign in from the server itself, registers a client where its authorization server allows that, and adds the auth config. A server that lists nothing without credentials is imported without tools, which a refresh adds as soon as the default user has connected an account.',
      ),
    authConfigDetails: z.array(AuthDetailsInput).max(20).optional(),
    dryRun: z.boolean().default(false).describe('Return a preview without storing anything.'),
    sha256: ReviewedHash.optional(),
  })
export type ImportMcpBody = z.output<ReturnType<typeof importMcpBody>>
