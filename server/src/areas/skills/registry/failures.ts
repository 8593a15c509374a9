import { AppError } from '../../../kernel/errors.ts'

export const unavailable = (message: string, cause?: unknown, hint?: string) =>
  new AppError('provider_unavailable', message, {
    hint:
      hint ??
      'Without a network, set a folder or a git mirror as registry with STOA_SKILL_REGISTRIES, or upload a package with POST /api/v1/skills/create.',
    cause,
  })

export const registryNotFound = (message = 'There is no such registry or repository') =>
  new AppError('registry_not_found', message, {
    hint: 'GET /api/v1/skills/registry/list lists what the registries have.',
  })
