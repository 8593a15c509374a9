import type { AreaManifest } from '../../kernel/area.ts'

export const knowledgeManifest = {
  name: 'knowledge',
  parts: ['text', 'word-index', 'vector-index', 'parsers', 'web', 'schema', 'store', 'service', 'routes'],
  tables: [
    'knowledge_collection',
    'knowledge_source',
    'knowledge_chunk',
    'knowledge_chunk_terms',
    'knowledge_chunk_vector',
  ],
  errors: {
    knowledge_collection_not_found: 404,
    knowledge_source_not_found: 404,
    knowledge_chunk_not_found: 404,
    knowledge_job_not_found: 404,
    knowledge_collection_full: 409,
    empty_text: 422,
    embedding_unavailable: 503,
  },
  events: {
    'knowledge.source.ready': 'A source of knowledge can be searched.',
    'knowledge.source.failed': 'A source of knowledge could not be indexed.',
  },
  auditActions: [
    'knowledge_collection.created',
    'knowledge_collection.updated',
    'knowledge_collection.deleted',
    'knowledge_source.deleted',
  ],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    knowledge: typeof knowledgeManifest
  }
}
