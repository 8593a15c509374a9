import { z } from 'zod'
import {
  anyCaseChoiceParam,
  booleanParam,
  choiceParam,
  pageParams,
  sortOrders,
  textParam,
  timestampParam,
  uuidParam,
} from '../../../kernel/http/shapes.ts'
import { executionCodes } from './execution.ts'

export const LogQuery = z
  .strictObject({
    q: textParam(100).optional().describe('Substring of the tool slug or the error.'),
    toolSlug: textParam(100).optional(),
    toolkitSlug: textParam(100).optional(),
    workflowId: uuidParam().optional(),
    threadId: textParam(200).optional(),
    connectedAccountId: uuidParam().optional(),
    logId: uuidParam().optional(),
    logKind: choiceParam(['actions', 'triggers']).optional(),
    successful: booleanParam().optional(),
    errorCode: choiceParam(executionCodes).optional(),
    from: timestampParam().optional().describe('Started at this time or later.'),
    to: timestampParam().optional().describe('Started before this time.'),
    cursor: textParam(500)
      .optional()
      .describe('`nextCursor` of the previous page; stable while executions are added.'),
    sortBy: choiceParam(['createdAt', 'durationMs'], 'createdAt').default('createdAt'),
    sortOrder: anyCaseChoiceParam(sortOrders, 'DESC').default('DESC'),
    ...pageParams,
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['from'],
    message: 'must not be later than to',
  })
export type LogQuery = z.output<typeof LogQuery>

export const LogParams = z.object({ logId: z.uuid().toLowerCase() })
