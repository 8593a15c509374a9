import type { Json } from './clean-tree.ts'

// Apart from what reads documents: the parsers are loaded in worker threads only.
export const maxDocumentBytes = 10 * 1024 * 1024

/** An API description in the form of OpenAPI 3.1, clean of everything that no tool needs. */
export type ApiDocument = Json & { readonly openapi: string; readonly paths: Json }
