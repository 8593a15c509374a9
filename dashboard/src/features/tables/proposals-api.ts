import { href } from '../../href.ts'
import { tableAddresses } from '../../pages/tables/addresses.ts'

export const allProposalsPath = '/api/v1/table/proposals'
export const proposalsPath = '/api/v1/table/collections/{id}/proposals'
export const proposalPath = '/api/v1/table/collections/{id}/proposals/{proposalId}'

export const proposalsAddress = (tableId: string) => href(tableAddresses.proposals, { id: tableId })

export const proposalAddress = (tableId: string, proposalId: string) =>
  href(tableAddresses.proposal, { id: tableId, proposalId })
