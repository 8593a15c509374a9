import type { Tool } from '@stoa/sdk'
import Eye from 'lucide-react/icons/eye'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Chip } from '../../components/feedback/status.tsx'
import './tool-hints.css'

type Hinted = Pick<Tool, 'hints' | 'isDeprecated' | 'isDisabled' | 'isExecutable' | 'type'>

/** What is known about a call before it is made: each with a word and a shape, never by colour alone. */
export const ToolHints = ({ tool }: { tool: Hinted }) => (
  <span className="chips">
    {tool.type !== 'action' && <Chip>{tool.type === 'poll' ? 'polled' : 'webhook'}</Chip>}
    {tool.hints.isReadOnly && (
      <span className="chip tool-hint">
        <Eye size={12} aria-hidden />
        read-only
      </span>
    )}
    {tool.hints.isDestructive && (
      <span className="chip tool-hint" data-kind="bad">
        <TriangleAlert size={12} aria-hidden />
        destructive
      </span>
    )}
    {tool.isDeprecated && <Chip>deprecated</Chip>}
    {tool.isDisabled && <Chip>disabled</Chip>}
    {!tool.isExecutable && tool.type === 'action' && <Chip>not executable</Chip>}
  </span>
)
