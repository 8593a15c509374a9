import type { Stoa, TableCollection } from '@stoa/sdk'
import { useProject } from '../../project.tsx'

export type Field = TableCollection['schema']['fields'][number]
export type FieldType = Field['type']

export const everyoneHeader = { 'x-act-across-users': 'true' }

/** Everybody's rows for an admin; for others the server keeps to what the project itself may see. */
export const tablesOf = (api: Stoa): Stoa => api.with({ headers: everyoneHeader })

export const useTablesApi = (): Stoa => tablesOf(useProject().api)

export const collectionsPath = '/api/v1/table/collections'
export const documentsPath = '/api/v1/table/collections/{id}/documents'
export const documentPath = '/api/v1/table/collections/{collectionId}/documents/{documentId}'
