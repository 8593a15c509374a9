import { z } from 'zod'
import { Uuid } from '../../../kernel/http/shapes.ts'

const ToolkitSlug = z.string().min(1).max(200)

export const AddConnectionBody = z.strictObject({
  workflowId: Uuid,
  connectionId: Uuid.describe('A connected account of the acting user.'),
})
export type AddConnectionBody = z.output<typeof AddConnectionBody>

export const ChangeConnectionBody = z.strictObject({ toolkitSlug: ToolkitSlug, connectionId: Uuid })
export type ChangeConnectionBody = z.output<typeof ChangeConnectionBody>

export const ToolkitBody = z.strictObject({ toolkitSlug: ToolkitSlug })

export const SetAuthConfigBody = z.strictObject({ toolkitSlug: ToolkitSlug, authConfigId: Uuid })
export type SetAuthConfigBody = z.output<typeof SetAuthConfigBody>
