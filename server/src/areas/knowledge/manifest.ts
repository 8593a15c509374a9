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
    'knowledge_generation',
    'knowledge_generation_source',
    'knowledge_test',
    'knowledge_eval',
    'knowledge_eval_result',
    'knowledge_reading',
  ],
  blobFolders: ['knowledge'],
  errors: {
    knowledge_collection_not_found: 404,
    knowledge_source_not_found: 404,
    knowledge_chunk_not_found: 404,
    knowledge_job_not_found: 404,
    knowledge_generation_not_found: 404,
    knowledge_test_not_found: 404,
    knowledge_eval_not_found: 404,
    knowledge_tests_missing: 409,
    knowledge_eval_running: 409,
    knowledge_generation_open: 409,
    knowledge_generation_not_ready: 409,
    knowledge_generation_live: 409,
    knowledge_text_not_found: 404,
    knowledge_collection_full: 409,
    knowledge_source_not_refreshable: 409,
    empty_text: 422,
    knowledge_site_unreadable: 422,
    embedding_unavailable: 503,
  },
  events: {
    'knowledge.source.ready': 'A source of knowledge can be searched.',
    'knowledge.source.failed': 'A source of knowledge could not be indexed.',
    'knowledge.generation.switched': 'Another generation of a knowledge collection is searched.',
    'knowledge.generation.held':
      'A generation of a knowledge collection finds less than the one that is searched: it waits for a decision.',
    'knowledge.generation.failed': 'A generation of a knowledge collection could not be built.',
  },
  auditActions: [
    'knowledge_collection.created',
    'knowledge_collection.updated',
    'knowledge_collection.deleted',
    'knowledge_source.deleted',
    'knowledge_generation.started',
    'knowledge_generation.switched',
    'knowledge_generation.discarded',
  ],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    knowledge: typeof knowledgeManifest
  }
}
