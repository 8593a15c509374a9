import { AppError } from '../../../kernel/errors.ts'
import { withNearMatches } from '../../../kernel/text/near-names.ts'

export const skillNotFound = () => new AppError('skill_not_found', 'Skill not found')

/** A caller that can read a version of a skill can read all of them. */
export const versionNotFound = (label: string, versions: readonly { label: string }[]) =>
  withNearMatches(
    new AppError('skill_version_not_found', 'The skill has no such version', {
      hint: 'GET /api/v1/skills/{id}/versions lists them.',
    }),
    label,
    versions.map((version) => version.label),
  )

export const slugTaken = (slug: string) =>
  new AppError('slug_conflict', `The project has another skill with the slug "${slug}"`, {
    hint: 'Choose another slug, or delete the other skill first.',
  })

export const notOwn = () =>
  new AppError('invalid_state', 'The content of an installed skill cannot be edited', {
    hint: 'Create a skill with its files, and edit that.',
  })
