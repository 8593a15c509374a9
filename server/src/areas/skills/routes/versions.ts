import { data, type Endpoint, endpoint, page, type RawReply, raw } from '../../../kernel/http/endpoint.ts'
import { isKnown } from '../../../kernel/http/response/render.ts'
import { inertHeaders, servedTypeOf } from '../../../kernel/http/response/served-type.ts'
import type { PackageFile } from '../package/package.ts'
import {
  FileParams,
  FileQuery,
  IdParams,
  RollbackBody,
  Skill,
  SkillVersion,
  VersionListQuery,
  VersionParams,
} from '../schema/skill.ts'
import { packageUpload } from '../service/intake.ts'
import type { Versions } from '../service/versions.ts'
import { area, exampleFiles, exampleSkill, exampleVersion, params } from './examples.ts'

const versionParams = { ...params, v: '1.0.0' }
const notFound = ['skill_not_found', 'skill_version_not_found'] as const

export const versionRoutes = (versions: Versions): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/api/v1/skills/{id}/versions',
    area,
    summary: 'List the versions of a skill',
    description: 'Newest first.',
    access: 'project',
    permission: 'skills:read',
    params: IdParams,
    query: VersionListQuery,
    response: page(SkillVersion),
    message: 'Versions',
    errors: ['skill_not_found'],
    example: { params, response: [exampleVersion] },
    handle: ({ scope, params: { id }, query }) => versions.list(scope, id, query),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/skills/{id}/versions',
    area,
    summary: 'Publish a version from a package',
    description:
      'A package as for `skills/create`, and its `version` as a field of the form. Agents use it from now on.',
    access: 'project',
    permission: 'skills:write',
    params: IdParams,
    upload: packageUpload,
    response: data(Skill),
    message: 'Version published',
    errors: [
      'skill_not_found',
      'invalid_state',
      'version_conflict',
      'skill_limit_reached',
      'storage_quota_exceeded',
      'invalid_package',
    ],
    example: { params, response: exampleSkill },
    handle: ({ scope, params: { id }, upload }) => versions.publish(scope, id, upload),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/skills/{id}/versions/{v}',
    area,
    summary: 'Get a version of a skill',
    description: '`latest` is the newest that is approved.',
    access: 'project',
    permission: 'skills:read',
    params: VersionParams,
    response: data(SkillVersion),
    message: 'Version',
    errors: notFound,
    example: {
      params: versionParams,
      response: { ...exampleVersion, instructions: exampleSkill.instructions, files: exampleFiles },
    },
    handle: ({ scope, params: { id, v } }) => versions.get(scope, id, v),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/skills/{id}/versions/{v}/content',
    area,
    summary: 'Download a version of a skill',
    access: 'project',
    permission: 'skills:read',
    params: VersionParams,
    response: raw('application/zip'),
    message: 'A zip archive with the folder of the skill',
    errors: notFound,
    example: { params: versionParams },
    handle: async ({ scope, params: { id, v } }) => {
      const { name, bytes } = await versions.archive(scope, id, v)
      return { body: bytes, headers: inertHeaders('attachment', name) }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/skills/{id}/rollback',
    area,
    summary: 'Roll back a skill',
    description: 'Agents use the named version from now on. No version is changed or deleted.',
    access: 'project',
    permission: 'skills:write',
    params: IdParams,
    body: RollbackBody,
    response: data(Skill),
    message: 'Skill rolled back',
    errors: [...notFound, 'invalid_state', 'precondition_failed'],
    example: { params, body: { version: '1.0.0' }, response: exampleSkill },
    handle: ({ scope, params: { id }, body, ifMatch }) => versions.rollback(scope, id, body.version, ifMatch),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/skills/{id}/files/{path+}',
    area,
    summary: 'Download a file of a skill',
    description: 'Always as an attachment that a browser does not run.',
    access: 'project',
    permission: 'skills:read',
    params: FileParams,
    query: FileQuery,
    response: raw('application/octet-stream'),
    alternateMediaTypes: ['*/*'],
    message: 'The bytes of the file',
    errors: [...notFound, 'skill_file_not_found'],
    example: { params: { ...params, path: 'SKILL.md' } },
    handle: async ({ scope, params: { id, path }, query, headers }) =>
      serve(await versions.file(scope, id, path, query.version), headers['if-none-match']),
  }),
]

function serve({ path, bytes, sha256, contentType }: PackageFile, known: string | undefined): RawReply {
  const etag = `"${sha256}"`
  const headers = {
    etag,
    'cache-control': 'private, no-cache',
    ...inertHeaders('attachment', path.split('/').at(-1)!),
  }
  if (isKnown(known, etag)) return { status: 304, body: '', headers }
  return { body: bytes, contentType: servedTypeOf(contentType).contentType, headers }
}
