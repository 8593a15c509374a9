import { AppError } from '../../../kernel/errors.ts'
import type { Problem } from '../schema/lint.ts'

/** Why a package is not accepted. */
export const invalidPackage = (message: string, problems: readonly Problem[] = [], cause?: unknown) =>
  new AppError('invalid_package', message, {
    hint: 'POST /api/v1/skills/validate reports every problem without storing anything.',
    ...(problems.length > 0 ? { facts: { problems } } : {}),
    cause,
  })
