/** The language of conditions, input mappings and filters: a subset of JavaScript's expressions over JSON. */

/** @public What a check is given and gives. */
export type { CheckOptions, CheckResult } from './check/check.ts'
export { checkCondition, checkExpression, checkTemplate } from './check/check.ts'
/** @public One of its problems. */
export type { Problem } from './check/problem.ts'
/** @public For editors. */
export type { CompleteOptions, Completion, Completions } from './complete.ts'
export { complete } from './complete.ts'
/** @public Codes and places of failures. */
export type { ExpressionErrorCode, Position } from './error.ts'
export { ExpressionError } from './error.ts'
/** @public What is compiled, and what it is evaluated on. */
export type { ConditionExpression, EvaluationData, Expression } from './expression.ts'
export { compileCondition, compileExpression, compileTemplate } from './expression.ts'
/** @public For translations and renames: the tree of a source, edited and printed again. */
export type { Node as ExpressionNode } from './language/ast.ts'
export { editExpression } from './language/edit.ts'
export { printExpression } from './language/print.ts'
export { parseExpression, tokenizePart } from './language/template.ts'
export { expressionLimits } from './limits.ts'
/** @public JSON whose texts are templates. */
export type { Mapping, MappingPath } from './mapping.ts'
export { checkMapping, compileMapping, MappingError } from './mapping.ts'
export { fieldReferences, renameField } from './references.ts'
export { typeOfFields, typeOfSchema, typeOfValue } from './types/schema-type.ts'
export { type Type, union as unionOfTypes, unknown as unknownType } from './types/type.ts'
