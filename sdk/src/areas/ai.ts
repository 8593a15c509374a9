// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** List calls of models. */
export const listCalls = (stoa: Stoa, query?: QueryOf<'/api/v1/ai/calls', 'get'>, options?: CallOptions) =>
  stoa.page('/api/v1/ai/calls', { ...options, query })

/** List calls of models. Every one, page after page. */
export const listCallsAll = (stoa: Stoa, query?: QueryOf<'/api/v1/ai/calls', 'get'>, options?: CallOptions) =>
  stoa.pages('/api/v1/ai/calls', { ...options, query })

/** Get a call of a model. */
export const getCall = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/ai/calls/{id}', { ...options, params: { id } })

/** List model providers. */
export const listProviders = (stoa: Stoa, options?: CallOptions) =>
  stoa.get('/api/v1/ai/providers', options)

/** Set up a model provider for the project. */
export const setProviders = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/ai/providers', 'put'>,
  options?: WriteOptions,
) => stoa.put('/api/v1/ai/providers', { ...options, body })

/** List which model providers are set up. */
export const listProvidersStatus = (stoa: Stoa, options?: CallOptions) =>
  stoa.get('/api/v1/ai/providers/status', options)

/** Remove the project's own settings of a model provider. */
export const removeProvider = (stoa: Stoa, name: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/ai/providers/{name}', { ...options, params: { name } })

/** Test a model provider with one call. */
export const providersTest = (
  stoa: Stoa,
  name: string,
  body?: BodyOf<'/api/v1/ai/providers/{name}/test', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/ai/providers/{name}/test', { ...options, params: { name }, body })

/** Make pictures. */
export const mediaImage = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/ai/media/image', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/ai/media/image', { ...options, body })

/** Make a film. */
export const mediaVideo = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/ai/media/video', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/ai/media/video', { ...options, body })

/** Speak a text. */
export const createMediaTt = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/ai/media/tts', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/ai/media/tts', { ...options, body })

/** Write down a recording. */
export const mediaStt = (stoa: Stoa, body: BodyOf<'/api/v1/ai/media/stt', 'post'>, options?: WriteOptions) =>
  stoa.post('/api/v1/ai/media/stt', { ...options, body })

/** List media jobs. */
export const listMediaJobs = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/ai/media/jobs', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/ai/media/jobs', { ...options, query })

/** List media jobs. Every one, page after page. */
export const listMediaJobsAll = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/ai/media/jobs', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/ai/media/jobs', { ...options, query })

/** Get a media job. */
export const getMediaJob = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/ai/media/jobs/{id}', { ...options, params: { id } })

/** Cancel a media job. */
export const mediaJobsCancel = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.post('/api/v1/ai/media/jobs/{id}/cancel', { ...options, params: { id } })
