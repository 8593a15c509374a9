import { data, type Endpoint, endpoint, page } from '../../../kernel/http/endpoint.ts'
import { BrowseQuery, CatalogueSkill, IdParams, Skill, Uninstalled } from '../schema/skill.ts'
import type { Catalogue } from '../service/catalogue.ts'
import type { Library } from '../service/library.ts'
import { area, exampleCatalogueSkill, exampleId, exampleSkill, params } from './examples.ts'

export const catalogueRoutes = ({
  catalogue,
  library,
}: {
  catalogue: Catalogue
  library: Library
}): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/api/v1/skills/catalog/browse',
    area,
    summary: 'Browse the skill catalogue',
    description:
      'Skills that come with the product, those of registries, and those that other projects share.',
    access: 'project',
    permission: 'skills:read',
    query: BrowseQuery,
    queryAliases: { search: 'q', pageSize: 'limit' },
    response: page(CatalogueSkill),
    message: 'Catalogue',
    example: { response: [exampleCatalogueSkill] },
    callsExternalService: true,
    handle: async ({ scope, query, setHeader }) => {
      const { unavailable, ...found } = await catalogue.browse(scope, query)
      if (unavailable.length > 0) setHeader('x-unavailable-registries', unavailable.join(', '))
      return found
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/skills/library/add/{id}',
    area,
    summary: 'Add a catalogue skill to the library',
    description: 'Then it can be attached to agents. Adding it again changes nothing (`changed: false`).',
    access: 'project',
    permission: 'skills:write',
    params: IdParams,
    response: data(Skill),
    message: 'Skill added',
    callsExternalService: true,
    errors: [
      'skill_not_found',
      'slug_conflict',
      'skill_limit_reached',
      'storage_quota_exceeded',
      'invalid_package',
      'provider_unavailable',
    ],
    example: { params, response: { ...exampleSkill, source: 'platform', isCreator: false } },
    handle: ({ scope, params: { id } }) => library.add(scope, id),
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/v1/skills/library/remove/{id}',
    area,
    summary: 'Remove a catalogue skill from the library',
    description: 'Refused while active agents use it. Removing it again changes nothing (`changed: false`).',
    access: 'project',
    permission: 'skills:write',
    params: IdParams,
    response: data(Uninstalled),
    message: 'Skill removed',
    errors: ['skill_not_found', 'skill_in_use', 'invalid_state'],
    example: { params, response: { id: exampleId, changed: true } },
    handle: ({ scope, params: { id } }) => library.remove(scope, id),
  }),
]
