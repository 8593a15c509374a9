import { data, type Endpoint, endpoint, none, page } from '../../../kernel/http/endpoint.ts'
import { Validation } from '../schema/lint.ts'
import {
  CreateBody,
  DeleteQuery,
  DetailQuery,
  IdParams,
  ListQuery,
  Skill,
  UpdateBody,
} from '../schema/skill.ts'
import { packageUpload } from '../service/intake.ts'
import type { SkillService } from '../service/skills.ts'
import { area, exampleCreate, exampleSkill, exampleValidation, params } from './examples.ts'

const revisionOf = ({ revision }: { revision: number }) => revision
const packageText =
  'JSON, or a package as `multipart/form-data`: a zip archive as `file`, or each file as `files[]` with its path as file name. A package is one folder with a SKILL.md in it: at most 200 files, 1 MiB each and 10 MiB together.'

export const skillRoutes = (skills: SkillService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/api/v1/skills/list',
    area,
    summary: 'List the skills of the library',
    description: 'Those that the project has created or installed, last changed first.',
    access: 'project',
    permission: 'skills:read',
    query: ListQuery,
    queryAliases: { search: 'q', pageSize: 'limit' },
    response: page(Skill),
    message: 'Skills',
    example: { response: [exampleSkill] },
    handle: ({ scope, query }) => skills.list(scope, query),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/skills/detail/{id}',
    area,
    summary: 'Get a skill',
    description: 'Of the library, or one of the catalogue. With `include=files` texts have their content.',
    access: 'project',
    permission: 'skills:read',
    params: IdParams,
    query: DetailQuery,
    response: data(Skill),
    etagOf: revisionOf,
    message: 'Skill',
    errors: ['skill_not_found'],
    example: { params, response: exampleSkill },
    handle: ({ scope, params: { id }, query }) => skills.detail(scope, id, query.include === 'files'),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/skills/create',
    area,
    summary: 'Create a skill',
    description: packageText,
    access: 'project',
    permission: 'skills:write',
    body: CreateBody,
    upload: packageUpload,
    response: data(Skill),
    etagOf: revisionOf,
    message: 'Skill created',
    errors: ['slug_conflict', 'skill_limit_reached', 'storage_quota_exceeded', 'invalid_package'],
    example: { body: exampleCreate, response: exampleSkill },
    handle: ({ scope, body, upload }) =>
      (body as CreateBody | undefined) === undefined
        ? skills.createFromForm(scope, upload)
        : skills.create(scope, body),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/skills/validate',
    area,
    summary: 'Validate a skill',
    description: `Reports every problem and what the skill names, and stores nothing. ${packageText}`,
    access: 'project',
    permission: 'skills:read',
    isRead: true,
    body: CreateBody,
    upload: packageUpload,
    response: data(Validation),
    message: 'Validation',
    errors: ['invalid_package'],
    example: { body: exampleCreate, response: exampleValidation },
    handle: ({ scope, body, upload }) => skills.validate(scope, body as CreateBody | undefined, upload),
  }),
  endpoint({
    method: 'PATCH',
    path: '/api/v1/skills/update/{id}',
    area,
    summary: 'Update a skill',
    description:
      'A change of `description` or `instructions` creates a new version; earlier ones stay as they are.',
    access: 'project',
    permission: 'skills:write',
    params: IdParams,
    body: UpdateBody,
    response: data(Skill),
    etagOf: revisionOf,
    message: 'Skill updated',
    errors: [
      'skill_not_found',
      'invalid_state',
      'version_conflict',
      'skill_limit_reached',
      'precondition_failed',
      'storage_quota_exceeded',
      'invalid_package',
    ],
    example: { params, body: { tags: ['report'] }, response: exampleSkill },
    handle: ({ scope, params: { id }, body, ifMatch }) => skills.update(scope, id, body, ifMatch),
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/v1/skills/delete/{id}',
    area,
    summary: 'Delete a skill',
    description: 'With all of its versions. Refused while active agents use it, unless `detach=true`.',
    access: 'project',
    permission: 'skills:write',
    params: IdParams,
    query: DeleteQuery,
    response: none(),
    message: 'Skill deleted',
    errors: ['skill_not_found', 'skill_in_use', 'precondition_failed'],
    example: { params },
    handle: ({ scope, params: { id }, query, ifMatch }) =>
      skills.remove(scope, id, query.detach === true, ifMatch),
  }),
]
