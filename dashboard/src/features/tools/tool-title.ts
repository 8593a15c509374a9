import { capitalize } from '../../components/text/capitalize.ts'

/** The slug of a tool in words, for one whose name is not known: `knowledge_search` is "Knowledge search". */
export const toolTitle = (slug: string): string => capitalize(slug.replaceAll(/[_.-]+/g, ' ').trim()) || slug

/** By which an agent executes tools that it has searched for. */
const executeTool = 'execute_tool'

/** The tool that a call of an agent is about; its arguments may not have arrived completely. */
export function calledTool(name: string, args: string): string {
  if (name !== executeTool) return name
  try {
    const { slug } = JSON.parse(args) as { slug?: unknown }
    return typeof slug === 'string' && slug !== '' ? slug : name
  } catch {
    return name
  }
}
