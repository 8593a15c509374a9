import type { Tool } from '@stoa/sdk'
import { stripNamePrefix } from './strip-name-prefix.ts'
import './tool-name.css'

/** What a tool is called and what it does, where the two differ. */
export function ToolName({ tool: { name, description } }: { tool: Pick<Tool, 'name' | 'description'> }) {
  const about = stripNamePrefix(name, description)
  return (
    <span className="tool-name">
      <span>{name}</span>
      {about && <span className="clamped muted small tool-about">{about}</span>}
    </span>
  )
}
