import { href } from '../../href.ts'
import { skillRoutes } from './routes.ts'

const base = '/api/v1/skills'
export const skillsPath = `${base}/list` as const
export const skillPath = `${base}/detail/{id}` as const
export const createPath = `${base}/create` as const
export const updatePath = `${base}/update/{id}` as const
export const deletePath = `${base}/delete/{id}` as const
export const cataloguePath = `${base}/catalog/browse` as const
export const addPath = `${base}/library/add/{id}` as const
export const removePath = `${base}/library/remove/{id}` as const
export const importPath = `${base}/import/github` as const
export const registrySearchPath = `${base}/registry/search` as const
export const registryListPath = `${base}/registry/list` as const
export const installPath = `${base}/registry/install` as const
export const syncPath = `${base}/registry/sync/{id}` as const
export const approvePath = `${base}/registry/sync/{id}/approve` as const
export const versionsPath = `${base}/{id}/versions` as const
export const filePath = `${base}/{id}/files/{path}` as const
export const rollbackPath = `${base}/{id}/rollback` as const

export const skillUrl = (id: string) => href(skillRoutes.detail, { id })
