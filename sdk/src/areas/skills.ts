// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'
import type { UploadInput } from '../upload.ts'

/** List the skills of the library. */
export const list = (stoa: Stoa, query?: QueryOf<'/api/v1/skills/list', 'get'>, options?: CallOptions) =>
  stoa.page('/api/v1/skills/list', { ...options, query })

/** List the skills of the library. Every one, page after page. */
export const listAll = (stoa: Stoa, query?: QueryOf<'/api/v1/skills/list', 'get'>, options?: CallOptions) =>
  stoa.pages('/api/v1/skills/list', { ...options, query })

/** Get a skill. */
export const get = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/skills/detail/{id}', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/skills/detail/{id}', { ...options, params: { id }, query })

/** Create a skill. */
export const create = (stoa: Stoa, body: BodyOf<'/api/v1/skills/create', 'post'>, options?: WriteOptions) =>
  stoa.post('/api/v1/skills/create', { ...options, body })

/** Validate a skill. */
export const validate = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/skills/validate', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/skills/validate', { ...options, body })

/** Update a skill. */
export const update = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/skills/update/{id}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/skills/update/{id}', { ...options, params: { id }, body })

/** Delete a skill. */
export const remove = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/skills/delete/{id}', 'delete'>,
  options?: WriteOptions,
) => stoa.delete('/api/v1/skills/delete/{id}', { ...options, params: { id }, query })

/** Browse the skill catalogue. */
export const browseCatalog = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/skills/catalog/browse', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/skills/catalog/browse', { ...options, query })

/** Browse the skill catalogue. Every one, page after page. */
export const browseCatalogAll = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/skills/catalog/browse', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/skills/catalog/browse', { ...options, query })

/** Add a catalogue skill to the library. */
export const addToLibrary = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.post('/api/v1/skills/library/add/{id}', { ...options, params: { id } })

/** Remove a catalogue skill from the library. */
export const removeFromLibrary = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/skills/library/remove/{id}', { ...options, params: { id } })

/** List the skills of the registries. */
export const listRegistry = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/skills/registry/list', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/skills/registry/list', { ...options, query })

/** List the skills of the registries. Every one, page after page. */
export const listRegistryAll = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/skills/registry/list', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/skills/registry/list', { ...options, query })

/** Search the registries for skills. */
export const searchRegistry = (
  stoa: Stoa,
  query: QueryOf<'/api/v1/skills/registry/search', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/skills/registry/search', { ...options, query })

/** Install a skill from a registry. */
export const installFromRegistry = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/skills/registry/install', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/skills/registry/install', { ...options, body })

/** Import a skill from GitHub. */
export const importFromGithub = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/skills/import/github', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/skills/import/github', { ...options, body })

/** Sync an installed skill. */
export const sync = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.post('/api/v1/skills/registry/sync/{id}', { ...options, params: { id } })

/** Approve an update of a skill. */
export const approveUpdate = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/skills/registry/sync/{id}/approve', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/skills/registry/sync/{id}/approve', { ...options, params: { id }, body })

/** List the versions of a skill. */
export const listVersions = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/skills/{id}/versions', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/skills/{id}/versions', { ...options, params: { id }, query })

/** List the versions of a skill. Every one, page after page. */
export const listVersionsAll = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/skills/{id}/versions', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/skills/{id}/versions', { ...options, params: { id }, query })

/** Publish a version from a package. */
export const publishVersion = (stoa: Stoa, id: string, file: UploadInput, options?: CallOptions) =>
  stoa.upload('/api/v1/skills/{id}/versions', { ...options, ...file, params: { id } })

/** Get a version of a skill. */
export const getVersion = (stoa: Stoa, id: string, v: string, options?: CallOptions) =>
  stoa.get('/api/v1/skills/{id}/versions/{v}', { ...options, params: { id, v } })

/** Download a version of a skill. */
export const downloadVersionContent = (stoa: Stoa, id: string, v: string, options?: CallOptions) =>
  stoa.download('/api/v1/skills/{id}/versions/{v}/content', { ...options, params: { id, v } })

/** Roll back a skill. */
export const rollback = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/skills/{id}/rollback', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/skills/{id}/rollback', { ...options, params: { id }, body })

/** Download a file of a skill. */
export const downloadFile = (
  stoa: Stoa,
  id: string,
  path: string,
  query?: QueryOf<'/api/v1/skills/{id}/files/{path}', 'get'>,
  options?: CallOptions,
) => stoa.download('/api/v1/skills/{id}/files/{path}', { ...options, params: { id, path }, query })
