import { isPermitted } from '../../../../kernel/http/auth/authorize.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Skills } from '../../../skills/index.ts'
import type { ContentSource } from './contents.ts'

type Library = Pick<Skills['library'], 'list' | 'read' | 'readFile'>

const filePrefix = 'stoa://skills/'
const fileTemplate = `${filePrefix}{skill}/{+path}`

const isAllowed = ({ permissions }: Scope) => isPermitted(permissions, 'skills:read')

const uriOf = (skill: string, path: string) =>
  `${filePrefix}${skill}/${path.split('/').map(encodeURIComponent).join('/')}`

/**
 * The active skills of a project as prompts: a user chooses one, its client gives the instructions to the model, and the
 * files are read as resources when they are needed.
 */
export function skillPrompts({ list, read, readFile }: Library): ContentSource {
  const slugsOf = async (scope: Scope) =>
    isAllowed(scope) ? (await list(scope)).map(({ slug }) => slug) : []

  return {
    prompts: {
      list: async (scope) =>
        isAllowed(scope)
          ? (await list(scope)).map(({ slug, name, description }) => ({
              name: slug,
              title: name,
              description,
              arguments: [{ name: 'task', description: 'What to do with the skill.', required: false }],
            }))
          : [],
      async get(scope, name, { task = '' }) {
        const skill = isAllowed(scope) ? await read(scope, name) : null
        if (!skill) return null
        const text =
          task.trim() === '' ? skill.instructions : `${skill.instructions}\n\n## Task\n${task.trim()}`
        return {
          description: skill.description,
          messages: [
            { role: 'user', content: { type: 'text', text } },
            ...skill.files.map((path) => ({
              role: 'user' as const,
              content: { type: 'resource_link' as const, uri: uriOf(name, path), name: path },
            })),
          ],
        }
      },
    },
    resources: {
      list: async () => [],
      listTemplates: async (scope) =>
        isAllowed(scope)
          ? [
              {
                uriTemplate: fileTemplate,
                name: 'skill-file',
                title: 'File of a skill',
                description: 'A file of an active skill, by its path.',
              },
            ]
          : [],
      async read(scope, uri) {
        const [, slug, path] = /^stoa:\/\/skills\/([a-z0-9-]{1,64})\/(.{1,500})$/.exec(uri) ?? []
        if (!slug || !path || !isAllowed(scope)) return null
        const file = await readFile(scope, slug, decoded(path))
        if (!file) return null
        const { text, bytes, contentType: mimeType } = file
        const content = text === null ? { blob: Buffer.from(bytes).toString('base64') } : { text }
        return { contents: [{ uri, mimeType, ...content }] }
      },
    },
    async complete(scope, { ref, argument, value }) {
      if (ref.type !== 'ref/resource' || ref.uri !== fileTemplate || argument !== 'skill') return null
      return (await slugsOf(scope)).filter((slug) => slug.startsWith(value))
    },
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
