import { AppError } from '../../../kernel/errors.ts'

/** Refuses what is done in the name of a user who is switched off. */
export const userInactive = (name: string) =>
  new AppError('external_user_inactive', `The end user ${name} is inactive`, {
    hint: 'Activate the user with PUT /api/v1/external-users/{id}/toggle-active.',
  })
