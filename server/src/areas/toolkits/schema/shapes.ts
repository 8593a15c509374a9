import { z } from 'zod'
import { AuthDetailsInput, AuthMode, BaseUrl } from './auth-details.ts'
import { categorySlugs } from './categories.ts'
import { ImportOutcome, ReviewedHash } from './refresh.ts'
import { Logo, ToolkitSlug } from './toolkit.ts'

/** What the endpoints of other areas that make toolkits have in common. */
export const toolkitShapes = {
  ToolkitSlug,
  Logo,
  Category: z.enum(categorySlugs),
  BaseUrl,
  AuthMode,
  AuthDetailsInput,
  ImportOutcome,
  ReviewedHash,
}
export type ToolkitShapes = typeof toolkitShapes
