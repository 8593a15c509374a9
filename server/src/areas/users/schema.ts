import { z } from 'zod'
import { pageParams, Timestamp, textParam } from '../../kernel/http/shapes.ts'

const Email = z.string().trim().toLowerCase().pipe(z.email()).pipe(z.string().max(320))
const Role = z.enum(['member', 'admin'])
const Name = z.string().trim().min(1).max(100)
/** Long enough to resist guessing at our sign-in limits; the hash takes care of the rest. */
export const NewPassword = z.string().min(10).max(1024)

export const Profile = z
  .object({
    id: z.uuid(),
    email: z.string().nullable(),
    name: z.string(),
    role: Role,
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
        role: Role,
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

export const PasswordReset = z
  .object({
    email: z.string().describe('Of the account.'),
    url: z.string().describe('The link to send to the person. It is returned only once.'),
    expiresAt: Timestamp,
  })
  .meta({ id: 'PasswordReset' })
export type PasswordReset = z.output<typeof PasswordReset>

export const ResetPasswordBody = z.strictObject({ token: z.string().min(1).max(200), password: NewPassword })
export type ResetPasswordBody = z.output<typeof ResetPasswordBody>

export const CreateProjectBody = z.strictObject({ name: Name })
export type CreateProjectBody = z.output<typeof CreateProjectBody>

export const DeleteProjectQuery = z.strictObject({
  name: textParam(100).describe('The name of the project, to confirm that it is the one that is meant.'),
})
export type DeleteProjectQuery = z.output<typeof DeleteProjectQuery>

export const Session = z
  .object({
    account: z.object({
      id: z.uuid(),
      email: z.string().nullable(),
      name: z.string(),
      isOwner: z.boolean().describe('The owner of the whole server, not only of projects on it.'),
    }),
    projects: z.array(z.object({ id: z.uuid(), name: z.string(), slug: z.string(), role: Role })),
    /** Sent back as `x-csrf-token` with every change. */
    csrfToken: z.string(),
    expiresAt: Timestamp,
  })
  .meta({ id: 'Session' })
export type Session = z.output<typeof Session>

export const Member = z
  .object({
    id: z.uuid().describe('The id of the account.'),
    name: z.string(),
    email: z.string().nullable(),
    avatarUrl: z.string().nullable(),
    role: Role,
    isOwner: z.boolean().describe('The owner of the whole server, who is an admin of every project.'),
    joinedAt: Timestamp,
    lastSeenAt: Timestamp.nullable().describe('When the account last used a session, in any project.'),
  })
  .meta({ id: 'Member' })
export type Member = z.output<typeof Member>

export const Invitation = z
  .object({
    id: z.uuid(),
    email: z.string(),
    role: Role,
    invitedBy: z.object({ id: z.uuid(), name: z.string() }).nullable(),
    isExpired: z.boolean(),
    createdAt: Timestamp,
    sentAt: Timestamp.describe('When the link that works now was made.'),
    expiresAt: Timestamp,
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.output<typeof Invitation>

export const NewInvitation = Invitation.extend({
  url: z.string().describe('The link to send to the person. It is returned only once.'),
}).meta({ id: 'NewInvitation' })
export type NewInvitation = z.output<typeof NewInvitation>

export const PageQuery = z.strictObject(pageParams)
export type PageQuery = z.output<typeof PageQuery>

export const ChangeRoleBody = z.strictObject({ role: Role })
export type ChangeRoleBody = z.output<typeof ChangeRoleBody>

export const InviteBody = z.strictObject({ email: Email, role: Role.default('member') })
export type InviteBody = z.output<typeof InviteBody>

const InvitationToken = z.string().min(1).max(200)

export const ReadInvitationBody = z.strictObject({ token: InvitationToken })
export type ReadInvitationBody = z.output<typeof ReadInvitationBody>

export const OpenedInvitation = z
  .object({
    email: z.string(),
    role: Role,
    project: z.object({ name: z.string() }),
    invitedBy: z.string().nullable(),
    hasAccount: z
      .boolean()
      .describe('Whether the email address already has an account, with its own password.'),
    expiresAt: Timestamp,
  })
  .meta({ id: 'OpenedInvitation' })
export type OpenedInvitation = z.output<typeof OpenedInvitation>

export const AcceptInvitationBody = z.strictObject({
  token: InvitationToken,
  password: z
    .string()
    .min(1)
    .max(1024)
    .describe('Of the account, or for the new one: then 10 characters or more.'),
  name: Name.optional().describe('For a new account.'),
})
export type AcceptInvitationBody = z.output<typeof AcceptInvitationBody>
