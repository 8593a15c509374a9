import type { Tool } from '@stoa/sdk'
import { stripNamePrefix } from './strip-name-prefix.ts'
import './tool-name.css'

type ToolNameProps = { tool: Pick<Tool, 'slug' | 'name' | 'description'> }

/** What a tool is called and what it does, where the two differ. The slug distinguishes tools of the same name. */
export function ToolName({ tool: { slug, name, description } }: ToolNameProps) {
  const about = stripNamePrefix(name, description).replaceAll('`', '')
  return (
    <span className="tool-name">
      <span className="tool-title">
        <span>{name}</span>
        <code className="tool-slug muted truncate">{slug}</code>
      </span>
      {about && <span className="clamped muted small tool-about">{about}</span>}
    </span>
  )
}
