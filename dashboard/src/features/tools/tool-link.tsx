import { Link } from '@tanstack/react-router'
import { toolUrl } from './tools-api.ts'
import { useToolNames } from './use-tool-names.ts'

/** A tool by its name; by its slug where it was deleted. */
export function ToolLink({ slug }: { slug: string }) {
  const nameOf = useToolNames([slug])
  return <Link to={toolUrl(slug)}>{nameOf(slug) ?? slug}</Link>
}
