import type { StoppedBy } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import { limitsAnchor } from './limits-anchor.ts'
import { workflowUrl } from './workflows-api.ts'

/** Follows a name of the agent. */
export const limitTexts: Record<StoppedBy, string> = {
  model_calls: 'reached its limit of model calls',
  tool_calls: 'reached its limit of tool calls',
  budget: 'used up its budget of credits',
  time: 'reached its time limit',
  repeated_calls: 'made the same call with the same result three times',
  usage_cap: 'reached the cap on its usage',
}

type LimitsLinkProps = { workflowId: string; className?: string; 'data-variant'?: string }

export const LimitsLink = ({ workflowId, ...look }: LimitsLinkProps) => (
  <Link to={workflowUrl(workflowId)} hash={limitsAnchor} {...look}>
    Open the limits of the agent
  </Link>
)
