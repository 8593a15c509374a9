import type { TableCollection } from '@stoa/sdk'

export type Field = TableCollection['schema']['fields'][number]
export type FieldType = Field['type']

export const collectionsPath = '/api/v1/table/collections'
export const documentsPath = '/api/v1/table/collections/{id}/documents'
export const documentPath = '/api/v1/table/collections/{collectionId}/documents/{documentId}'
