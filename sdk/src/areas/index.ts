// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

export * as auditLog from './audit-log.ts'
export * as apiKeys from './api-keys.ts'
export * as project from './project.ts'
export * as profile from './profile.ts'
export * as auth from './auth.ts'
export * as usage from './usage.ts'
export * as externalUsers from './external-users.ts'
export * as webhooks from './webhooks.ts'
export * as events from './events.ts'
export * as files from './files.ts'
export * as models from './models.ts'
export * as server from './server.ts'
