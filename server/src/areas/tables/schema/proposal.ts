import { z } from 'zod'
import {
  anyCaseChoiceParam,
  choiceParam,
  pageParams,
  sortOrders,
  Timestamp,
  Uuid,
} from '../../../kernel/http/shapes.ts'
import { ActorView, DocumentBody, DocumentView, type Operation } from './document.ts'

/** The requested change, with the version of the document that its author has seen. */
export type ProposedChange = Operation & { baseVersion?: number }

const FieldDiff = z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })

export const ProposalView = z
  .object({
    id: z.uuid(),
    collectionId: z.uuid(),
    status: z.enum(['pending', 'approved', 'rejected']),
    reason: z.string().nullable(),
    requestedBy: ActorView,
    changes: z.array(
      z.object({
        op: z.string(),
        documentId: z.uuid().nullable(),
        data: DocumentBody.nullable(),
        baseVersion: z.number().nullable(),
        isOutdated: z.boolean().describe('The document was changed or deleted in the meantime.'),
        diff: z.array(FieldDiff),
      }),
    ),
    decidedBy: ActorView.nullable(),
    decisionNote: z.string().nullable(),
    decidedAt: Timestamp.nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'TableProposal' })
export type ProposalView = z.output<typeof ProposalView>

/** As it appears in the list of all collections: enough to choose which to look at. */
export const ProposalItem = z
  .object({
    id: z.uuid(),
    collection: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }),
    status: z.enum(['pending', 'approved', 'rejected']),
    reason: z.string().nullable(),
    requestedBy: ActorView,
    operations: z
      .array(z.object({ op: z.string(), count: z.number() }))
      .describe('The number of changes by kind.'),
    decidedBy: ActorView.nullable(),
    decidedAt: Timestamp.nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'TableProposalItem' })
export type ProposalItem = z.output<typeof ProposalItem>

/** The response of a write that was only proposed. */
export const ProposedWrite = z.object({ proposal: ProposalView })
export const WrittenDocument = z.union([DocumentView, ProposedWrite])

export const ProposalParams = z.object({ id: z.string().min(1).max(100), proposalId: Uuid })
export const ProposalQuery = z.strictObject({
  status: choiceParam(['pending', 'approved', 'rejected']).optional(),
  sortOrder: anyCaseChoiceParam(sortOrders, 'DESC').default('DESC'),
  ...pageParams,
})
export type ProposalQuery = z.output<typeof ProposalQuery>
export const DecisionBody = z.strictObject({
  note: z.string().max(1000).optional(),
  force: z.boolean().default(false).describe('Approve even if a document was changed in the meantime.'),
})
export type DecisionBody = z.output<typeof DecisionBody>
