import { endpoint, page, rawReply } from '../../kernel/http/endpoint.ts'
import { AuditEntry, AuditQuery } from './schema.ts'
import type { AuditService } from './service.ts'

export const auditRoutes = (audit: AuditService) => [
  endpoint({
    method: 'GET',
    path: '/api/v1/audit-log',
    area: 'Users',
    summary: 'List audit log entries',
    description:
      'Newest first by default. `format=csv` and `format=jsonl` stream all matching entries. In CSV, values that a spreadsheet would run as a formula are prefixed with an apostrophe.',
    access: 'project',
    permission: 'audit:read',
    adminOnly: true,
    query: AuditQuery,
    response: page(AuditEntry),
    alternateMediaTypes: ['text/csv', 'application/x-ndjson'],
    message: 'Audit log',
    example: {
      query: { action: 'api_key.created' },
      response: [
        {
          id: '0199f1a0-0000-7000-8000-000000000001',
          actor: { kind: 'key', id: '0199f1a0-0000-7000-8000-000000000002', accountId: null },
          action: 'api_key.created',
          target: { type: 'api_key', id: '0199f1a0-0000-7000-8000-000000000003' },
          details: { name: 'ci' },
          ip: '127.0.0.1',
          requestId: '0199f1a0-0000-7000-8000-000000000004',
          createdAt: '2026-01-02T03:04:05.678Z',
        },
      ],
    },
    handle: ({ scope, query }) =>
      query.format === 'json'
        ? audit.list(scope, query)
        : rawReply({
            body: audit.export(scope, query, query.format),
            contentType: query.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
            headers: { 'content-disposition': `attachment; filename="audit-log.${query.format}"` },
          }),
  }),
]
