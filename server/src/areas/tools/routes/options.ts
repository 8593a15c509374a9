import { data, endpoint } from '../../../kernel/http/endpoint.ts'
import { FieldOptions, OptionsBody } from '../schema/options.ts'
import { ToolParams } from '../schema/tool-query.ts'
import type { Options } from '../service/options.ts'

export const optionRoutes = (options: Options) => [
  endpoint({
    method: 'POST',
    path: '/api/v1/tools/byId/{id}/options',
    area: 'Tools',
    summary: 'List options for a tool field',
    description:
      'Fields with `x-options` in their schema take values from the service behind the tool, such as the channels of a workspace. They are read as the acting end user, with the account that an execution would use; free of charge.',
    access: 'end-user',
    permission: 'tools:execute',
    isRead: true,
    params: ToolParams,
    body: OptionsBody,
    response: data(FieldOptions),
    message: 'Options',
    errors: [
      ...(['tool_not_found', 'tool_version_not_found', 'tool_disabled', 'connection_required'] as const),
      ...(['unsupported_auth_scheme', 'toolkit_not_found', 'upstream_error'] as const),
    ],
    callsExternalService: true,
    example: {
      params: { id: 'add_numbers' },
      body: { field: 'channel', search: 'gen' },
      response: {
        field: 'channel',
        isDynamic: true,
        hasMore: false,
        options: [{ label: 'general', value: 'C024BE91L' }],
      },
    },
    handle: ({ scope, params: { id }, body, signal }) => options(scope, id, body, signal),
  }),
]
