import { type Fields, invalid, isObject, readDecisions, typeFields } from './read-decisions.ts'

export type Approval = { approved: boolean; value: unknown; comment: string | null }

type Body = { resumeValue?: unknown; input?: Fields | undefined; comment?: string | undefined; path?: string }

/** The id, and the form that a human fills in. */
type Question = { pauseId: string; schema: Fields | null }

const decisionFields: readonly string[] = ['decisions', ...typeFields]

const expected =
  'must be true or false, or {"approved": true} or {"approved": false} with the fields of the form'

export const commentIn = (value: unknown): string | null =>
  isObject(value) && typeof value.comment === 'string' ? value.comment : null

/**
 * An answer to a question that is not about calls: `true`, `false`, `{approved, ...fields}`, a decision in the forms of
 * decisions about calls, or fields of its form alone, which approve. What is not understood is refused.
 */
export function readApproval(
  { resumeValue, input, comment, path = '/resumeValue' }: Body,
  { pauseId, schema }: Question,
): Approval {
  const isField = (name: string) => Object.hasOwn(Object(schema?.properties), name)
  const misplaced = decisionFields.find((name) => input?.[name] !== undefined && !isField(name))
  if (misplaced) throw invalid(`/input/${misplaced}`, 'is not taken: a decision is in resumeValue')
  const isForm = (fields: Fields) => {
    const names = Object.keys(fields).filter((name) => name !== 'comment' || isField(name))
    return names.length > 0 && names.every((name) => isField(name) && !decisionFields.includes(name))
  }
  if (resumeValue === undefined && input && isForm(input))
    return { approved: true, value: input, comment: comment ?? null }
  if (!isObject(resumeValue) || isDecision(resumeValue, isField)) {
    const { approved, message } = decided(resumeValue, path, pauseId)
    return { approved, value: input ?? null, comment: comment ?? message ?? commentIn(resumeValue) }
  }
  const { approved = isForm(resumeValue) || null, ...fields } = resumeValue
  if (approved === null && resumeValue.approved === undefined) throw invalid(path, expected)
  if (typeof approved !== 'boolean') throw invalid(`${path}/approved`, 'must be true or false')
  // A comment is no field of a form that does not ask for one.
  if (schema && !isField('comment')) delete fields.comment
  const isEmpty = Object.keys(fields).every((name) => name === 'comment' && input !== undefined)
  if (!isEmpty && input) throw invalid('/input', `is not taken: ${path} has the fields of the form`)
  return { approved, value: input ?? (isEmpty ? null : fields), comment: comment ?? commentIn(resumeValue) }
}

/** Whether it speaks of a decision in the words of those about calls. An id says which question it answers. */
const isDecision = (value: Fields, isField: (name: string) => boolean): boolean =>
  ['id', ...decisionFields].some((name) => name !== 'approved' && value[name] !== undefined && !isField(name))

function decided(value: unknown, path: string, pauseId: string) {
  if (!['boolean', 'string', 'object'].includes(typeof value) || value === null) throw invalid(path, expected)
  const question = { id: pauseId, toolSlug: 'human_wait', arguments: {} }
  const [decision] = readDecisions(value, path, [question]).values()
  if (!decision) throw invalid(path, expected)
  if (decision.edit) throw invalid(decision.edit.path, 'is not taken: fields of the form are in input')
  return { approved: decision.type === 'approve', message: decision.message }
}
