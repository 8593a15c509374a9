import { z } from 'zod'
import { Uuid } from '../../../kernel/http/shapes.ts'

export const CompleteConnectionBody = z.strictObject({
  authConfigId: Uuid.optional().describe(
    'An auth config with the scheme COOKIE. May be omitted where only one is for the host of the page.',
  ),
  displayName: z.string().trim().min(1).max(120).optional(),
  labels: z.array(z.string().trim().min(1).max(100)).max(20).optional(),
  validateCredentials: z.boolean().default(false).describe('Verify the cookies with the service first.'),
  close: z.boolean().default(true).describe('End the session once the account is connected.'),
})
export type CompleteConnectionBody = z.output<typeof CompleteConnectionBody>

export const BrowserConnection = z
  .object({
    connectedAccountId: z.uuid(),
    status: z.string(),
    redirectUrl: z.string().nullable().describe('Null: no further step is needed.'),
  })
  .meta({ id: 'BrowserConnection' })
export type BrowserConnection = z.output<typeof BrowserConnection>
