import type { FunctionSpec } from './signature.ts'

export const patternMethods: readonly FunctionSpec[] = []
