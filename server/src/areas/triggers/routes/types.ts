import { data, endpoint, page } from '../../../kernel/http/endpoint.ts'
import { toTriggerType, triggerTypes } from '../catalogue/types.ts'
import { SlugParams } from '../schema/trigger.ts'
import { TriggerType, TriggerTypeQuery } from '../schema/trigger-type.ts'
import type { TriggerTypes } from '../service/types.ts'
import { area } from './examples.ts'

const shared = { area, access: 'project', permission: 'triggers:read' } as const
const example = toTriggerType(triggerTypes[0]!)

export const triggerTypeRoutes = (types: TriggerTypes) => [
  endpoint({
    ...shared,
    method: 'GET',
    path: '/api/v1/trigger_types',
    summary: 'List trigger types',
    query: TriggerTypeQuery,
    response: page(TriggerType),
    message: 'Trigger types',
    example: { response: [example] },
    handle: ({ query }) => types.list(query),
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: '/api/v1/trigger_types/{slug}',
    summary: 'Get a trigger type',
    params: SlugParams,
    response: data(TriggerType),
    message: 'Trigger type',
    errors: ['trigger_type_not_found'],
    example: { params: { slug: 'cron' }, response: example },
    handle: ({ params: { slug } }) => types.get(slug),
  }),
]
