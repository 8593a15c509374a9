import { href } from '../../href.ts'
import { tableRoutes } from '../../pages/tables/routes.ts'

export const allProposalsPath = '/api/v1/table/proposals'
export const proposalsPath = '/api/v1/table/collections/{id}/proposals'
export const proposalPath = '/api/v1/table/collections/{id}/proposals/{proposalId}'

export const proposalsUrl = (tableId: string) => href(tableRoutes.proposals, { id: tableId })

export const proposalUrl = (tableId: string, proposalId: string) =>
  href(tableRoutes.proposal, { id: tableId, proposalId })
