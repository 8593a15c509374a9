import type { HumanRequest } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import { toolRunUrl } from '../../features/tools/tools-api.ts'

export const RequestedBy = ({ question: { executionId } }: { question: HumanRequest }) =>
  executionId ? (
    <Link to={toolRunUrl(executionId)}>run …{executionId.slice(-8)}</Link>
  ) : (
    <span className="muted">unspecified</span>
  )
