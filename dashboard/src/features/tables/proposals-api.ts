import { addresses } from '../../addresses.ts'

export const allProposalsPath = '/api/v1/table/proposals'
export const proposalsPath = '/api/v1/table/collections/{id}/proposals'
export const proposalPath = '/api/v1/table/collections/{id}/proposals/{proposalId}'

export const proposalsAddress = (tableId: string) => addresses.tableProposals.replace('{id}', tableId)

export const proposalAddress = (tableId: string, proposalId: string) =>
  addresses.tableProposal.replace('{id}', tableId).replace('{proposalId}', proposalId)
