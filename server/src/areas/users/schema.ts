import { z } from 'zod'
import { Timestamp } from '../../kernel/http/shapes.ts'

const Email = z.string().trim().toLowerCase().pipe(z.email()).pipe(z.string().max(320))
const Name = z.string().trim().min(1).max(100)
/** Long enough to resist guessing at our sign-in limits; the hash takes care of the rest. */
const NewPassword = z.string().min(10).max(1024)

export const Profile = z
  .object({
    id: z.uuid(),
    email: z.string().nullable(),
    name: z.string(),
    role: z.enum(['member', 'admin']),
    avatarUrl: z.string().nullable(),
    locale: z.string().nullable(),
    createdAt: Timestamp,
    project: z.object({ id: z.uuid(), name: z.string(), slug: z.string() }),
    apiKey: z
      .object({
        id: z.uuid(),
        name: z.string(),
        prefix: z.string(),
        scopes: z.array(z.string()),
        role: z.enum(['member', 'admin']),
        expiresAt: Timestamp.nullable(),
        lastUsedAt: Timestamp.nullable(),
      })
      .nullable(),
    externalUser: z.object({ id: z.uuid(), name: z.string() }),
  })
  .meta({ id: 'Profile' })
export type Profile = z.output<typeof Profile>

export const UpdateProfileBody = z.strictObject({
  name: Name.optional(),
  avatarUrl: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullish(),
  locale: z
    .string()
    .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,3}$/, 'must be a language tag such as en-GB')
    .nullish(),
})
export type UpdateProfileBody = z.output<typeof UpdateProfileBody>

export const SetUpBody = z.strictObject({
  token: z.string().min(1).max(200),
  email: Email,
  password: NewPassword,
  name: Name.optional(),
})
export type SetUpBody = z.output<typeof SetUpBody>

/** Not validated: an email address that was set by other means must work, too. */
const AnyEmail = z.string().trim().toLowerCase().min(1).max(320)

export const SignInBody = z.strictObject({ email: AnyEmail, password: z.string().min(1).max(1024) })
export type SignInBody = z.output<typeof SignInBody>

export const ChangePasswordBody = z.strictObject({
  currentPassword: z.string().min(1).max(1024),
  newPassword: NewPassword,
})
export type ChangePasswordBody = z.output<typeof ChangePasswordBody>

export const CreateProjectBody = z.strictObject({ name: Name })
export type CreateProjectBody = z.output<typeof CreateProjectBody>

export const Session = z
  .object({
    account: z.object({
      id: z.uuid(),
      email: z.string().nullable(),
      name: z.string(),
      isOwner: z.boolean().describe('The owner of the whole server, not only of projects on it.'),
    }),
    projects: z.array(
      z.object({ id: z.uuid(), name: z.string(), slug: z.string(), role: z.enum(['member', 'admin']) }),
    ),
    /** Sent back as `x-csrf-token` with every change. */
    csrfToken: z.string(),
    expiresAt: Timestamp,
  })
  .meta({ id: 'Session' })
export type Session = z.output<typeof Session>
