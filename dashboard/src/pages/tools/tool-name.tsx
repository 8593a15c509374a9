import type { Tool } from '@stoa/sdk'
import './tool-name.css'

/** What a tool is called and what it does, where the two differ. */
export const ToolName = ({ tool: { name, description } }: { tool: Pick<Tool, 'name' | 'description'> }) => (
  <span className="tool-name">
    <span>{name}</span>
    {description !== name && <span className="muted small tool-about">{description}</span>}
  </span>
)
