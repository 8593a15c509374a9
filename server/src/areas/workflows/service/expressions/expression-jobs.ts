import { defineJob } from '../../../../kernel/compute/job.ts'
import type { ExpressionCheck, ExpressionCompletions } from '../../schema/expression.ts'
import { completeExpression, type ExpressionRequest, inspectExpression } from './inspect.ts'

const here = new URL(import.meta.url)

/** As JSON: reading that takes a fraction of the time in which a thread copies objects. */
type Text = { request: string }

export const checkJob = defineJob<Text, ExpressionCheck>(here, 'checkText')
export const completeJob = defineJob<Text & { offset: number }, ExpressionCompletions>(here, 'completeText')

export const checkText = ({ request }: Text): ExpressionCheck =>
  inspectExpression(JSON.parse(request) as ExpressionRequest)

export const completeText = ({ request, offset }: Text & { offset: number }): ExpressionCompletions =>
  completeExpression(JSON.parse(request) as ExpressionRequest, offset)
