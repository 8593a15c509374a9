import { z } from 'zod'
import { data, endpoint } from '../../../kernel/http/endpoint.ts'
import type { WorkflowTemplate } from '../catalogue/template.ts'
import { N8nImport, N8nImportBody, TemplateView } from '../schema/template.ts'
import type { N8nImports } from '../service/imports/n8n.ts'
import { area, base, definitionBytes } from './definitions.ts'
import { exampleGraph, exampleWorkflow } from './examples.ts'

type Parts = { templates: readonly WorkflowTemplate[]; n8n: N8nImports }

export const templateRoutes = ({ templates, n8n }: Parts) => [
  endpoint({
    method: 'GET',
    path: `${base}/templates`,
    area,
    summary: 'List workflow templates',
    description: 'Graphs to start from. Each runs as it is, without an account, with its `exampleInput`.',
    access: 'project',
    permission: 'workflow:read',
    response: data(z.array(TemplateView)),
    message: 'Templates',
    example: {
      response: [
        {
          slug: 'greeting',
          name: 'Greeting',
          description: 'Greets a user loudly.',
          category: 'content',
          exampleInput: { name: 'Ada' },
          graph: exampleGraph,
        },
      ],
    },
    handle: () => [...templates],
  }),
  endpoint({
    method: 'POST',
    path: `${base}/import/n8n`,
    area,
    summary: 'Import a workflow from n8n',
    description:
      'Creates a draft from an exported n8n workflow. Nothing is executed and no trigger is created. Nodes without a counterpart become placeholders, which have to be replaced before the workflow can be activated; `notes` lists what to check.',
    access: 'end-user',
    permission: 'workflow:write',
    body: N8nImportBody,
    bodyLimitBytes: definitionBytes,
    response: data(N8nImport),
    message: 'Workflow imported',
    errors: ['graph_invalid', 'payload_too_large', 'external_user_not_found'],
    example: {
      body: {
        workflow: {
          name: 'Greeting',
          nodes: [
            { name: 'Webhook', type: 'n8n-nodes-base.webhook', parameters: { path: 'greet' } },
            {
              name: 'Greet',
              type: 'n8n-nodes-base.set',
              typeVersion: 3.4,
              parameters: {
                assignments: { assignments: [{ name: 'text', value: '=Hello {{ $json.body.name }}' }] },
              },
            },
          ],
          connections: { Webhook: { main: [[{ node: 'Greet', type: 'main', index: 0 }]] } },
        },
      },
      response: {
        workflow: exampleWorkflow,
        notes: [],
        connectionSlots: [],
        triggers: [
          {
            name: 'Webhook',
            kind: 'webhook',
            expression: null,
            slug: 'webhook',
            triggerConfig: { signature: 'none', respond: true },
          },
        ],
      },
    },
    handle: ({ scope, body }) => n8n.create(scope, body),
  }),
]
