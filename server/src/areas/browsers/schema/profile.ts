import { z } from 'zod'
import { pageParams, Timestamp, Uuid } from '../../../kernel/http/shapes.ts'

export const CreateProfileBody = z.strictObject({ name: z.string().trim().min(1).max(100) })

export const Profile = z
  .object({
    id: z.uuid(),
    name: z.string(),
    eUID: z.uuid(),
    cookieCount: z.number(),
    sessionId: z.uuid().nullable().describe('The session that it is open in.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    lastUsedAt: Timestamp.nullable(),
  })
  .meta({ id: 'BrowserProfile' })
export type Profile = z.output<typeof Profile>

export const ProfileParams = z.object({ profileId: Uuid })
export const ProfileQuery = z.strictObject({ ...pageParams })
