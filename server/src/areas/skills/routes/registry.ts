import { z } from 'zod'
import { data, type Endpoint, endpoint, page } from '../../../kernel/http/endpoint.ts'
import {
  ApproveBody,
  ImportBody,
  InstallBody,
  RegistryListQuery,
  RegistrySearchQuery,
  RegistrySkill,
  SyncResult,
} from '../schema/registry.ts'
import { IdParams, Skill } from '../schema/skill.ts'
import type { Installs } from '../service/installs.ts'
import type { RegistrySkills } from '../service/registry-skills.ts'
import type { Sync } from '../service/sync.ts'
import { area, exampleRegistrySkill, exampleSkill, exampleSync, params } from './examples.ts'

export type RegistryRouteDeps = { registrySkills: RegistrySkills; installs: Installs; sync: Sync }

const unavailableHeader = 'x-unavailable-registries'
const installErrors = [
  'skill_not_found',
  'registry_not_found',
  'slug_conflict',
  'skill_limit_reached',
  'storage_quota_exceeded',
  'invalid_package',
  'skill_ambiguous',
  'provider_unavailable',
] as const

const installed = { ...exampleSkill, source: 'registry' as const, isCreator: false }

export const registryRoutes = ({ registrySkills, installs, sync }: RegistryRouteDeps): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/api/v1/skills/registry/list',
    area,
    summary: 'List the skills of the registries',
    description: `Those that the operator has set up, or with \`repo\` those of one repository, to choose from before one is installed. Registries that cannot be reached are named in the header \`${unavailableHeader}\`.`,
    access: 'project',
    permission: 'skills:read',
    query: RegistryListQuery,
    queryAliases: { limit: 'pageSize' },
    response: page(RegistrySkill),
    message: 'Skills of registries',
    callsExternalService: true,
    errors: ['registry_not_found', 'invalid_package', 'provider_unavailable'],
    example: { response: [exampleRegistrySkill] },
    handle: async ({ scope, query, setHeader }) => {
      const { unavailable, ...found } = await registrySkills.list(scope, query)
      if (unavailable.length > 0) setHeader(unavailableHeader, unavailable.join(', '))
      return found
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/skills/registry/search',
    area,
    summary: 'Search the registries for skills',
    description:
      'Skills of the registries that the operator has set up, and repositories at GitHub with the topic `agent-skills`.',
    access: 'project',
    permission: 'skills:read',
    query: RegistrySearchQuery,
    response: data(z.array(RegistrySkill)),
    message: 'Skills of registries',
    callsExternalService: true,
    errors: ['provider_unavailable'],
    example: { query: { q: 'invoice' }, response: [exampleRegistrySkill] },
    handle: async ({ scope, query: { q }, setHeader }) => {
      const { found, unavailable } = await registrySkills.search(scope, q)
      if (unavailable.length > 0) setHeader(unavailableHeader, unavailable.join(', '))
      return found
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/skills/registry/install',
    area,
    summary: 'Install a skill from a registry',
    description: 'It is pinned to the commit and the tree hash that it has now. Nothing of it is run.',
    access: 'project',
    permission: 'skills:write',
    body: InstallBody,
    response: data(Skill),
    message: 'Skill installed',
    callsExternalService: true,
    errors: installErrors,
    example: { body: { repo: 'example/skills', skillPath: 'skills/weekly-report' }, response: installed },
    handle: ({ scope, body }) => installs.install(scope, body),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/skills/import/github',
    area,
    summary: 'Import a skill from GitHub',
    description:
      'The same by a URL. A git mirror that the operator has named like the repository is used in place of GitHub.',
    access: 'project',
    permission: 'skills:write',
    body: ImportBody,
    response: data(Skill),
    message: 'Skill imported',
    callsExternalService: true,
    errors: installErrors,
    example: { body: { url: 'example/skills/skills/weekly-report' }, response: installed },
    handle: ({ scope, body }) => installs.import(scope, body),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/skills/registry/sync/{id}',
    area,
    summary: 'Sync an installed skill',
    description:
      'Compares it with where it was installed from, and returns the difference. An update that names nothing new is applied; one that adds tools, URLs, commands, writes, secrets or scripts waits for approval, and agents use the pinned version until then.',
    access: 'project',
    permission: 'skills:write',
    params: IdParams,
    response: data(SyncResult),
    message: 'Skill synced',
    callsExternalService: true,
    errors: [
      'skill_not_found',
      'invalid_state',
      'invalid_package',
      'skill_limit_reached',
      'storage_quota_exceeded',
      'provider_unavailable',
    ],
    example: { params, response: exampleSync },
    handle: ({ scope, params: { id } }) => sync.sync(scope, id),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/skills/registry/sync/{id}/approve',
    area,
    summary: 'Approve an update of a skill',
    description: 'Agents use it from now on. Refused unless the tree hash is that of the update that waits.',
    access: 'project',
    permission: 'skills:write',
    params: IdParams,
    body: ApproveBody,
    response: data(Skill),
    message: 'Update approved',
    errors: ['skill_not_found', 'approval_outdated'],
    example: { params, body: { treeHash: exampleSync.treeHash }, response: installed },
    handle: ({ scope, params: { id }, body }) => sync.approve(scope, id, body.treeHash),
  }),
]
