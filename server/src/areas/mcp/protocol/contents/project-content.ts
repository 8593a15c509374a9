import { isPermitted } from '../../../../kernel/http/auth/authorize.ts'
import { isUuid } from '../../../../kernel/ids.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Tables } from '../../../tables/index.ts'
import { exposedCollections } from '../table-tool.ts'
import type { ContentSource } from './contents.ts'
import { type FileReader, fileContents } from './file-contents.ts'

type Deps = { tables: Pick<Tables, 'listCollections' | 'query'>; files: FileReader }

const tablePrefix = 'stoa://tables/'
const filePrefix = 'stoa://files/'
const documentsShown = 100

/** Collections that are shared with MCP clients, and files of the acting user. */
export function projectContent(deps: Deps): ContentSource {
  const collectionsOf = async (scope: Scope) =>
    isPermitted(scope.permissions, 'table:read') ? exposedCollections(deps, scope) : []

  async function readTable(scope: Scope, uri: string) {
    const slug = uri.slice(tablePrefix.length)
    const found = (await collectionsOf(scope)).find((each) => each.slug === slug)
    if (!found) return null
    const { items, total } = await deps.tables.query(scope, found.id, { limit: documentsShown })
    const text = JSON.stringify({ documents: items, total })
    return { contents: [{ uri, mimeType: 'application/json', text }] }
  }

  async function readFile(scope: Scope, uri: string) {
    const id = uri.slice(filePrefix.length).toLowerCase()
    return isUuid(id) ? fileContents(deps.files, scope, id, { uri }) : null
  }

  return {
    resources: {
      list: async (scope) =>
        (await collectionsOf(scope)).map(({ slug, name, description }) => ({
          uri: `${tablePrefix}${slug}`,
          name: slug,
          title: name,
          description,
          mimeType: 'application/json',
        })),
      listTemplates: async () => [
        {
          uriTemplate: `${filePrefix}{id}`,
          name: 'file',
          title: 'File',
          description: 'A file of the acting user, by its id.',
        },
      ],
      async read(scope, uri) {
        if (uri.startsWith(tablePrefix)) return readTable(scope, uri)
        return uri.startsWith(filePrefix) ? readFile(scope, uri) : null
      },
    },
  }
}
