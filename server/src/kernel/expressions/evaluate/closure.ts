import type { Lambda, Node } from '../language/ast.ts'
import type { Run } from '../limits.ts'

/** A compiled node. */
export type Evaluate = (run: Run) => unknown

/** Where the parameters of the enclosing functions are stored. */
export type Scope = ReadonlyMap<string, number>

/** What the parts of the compiler need of each other. */
export type Compiling = {
  compile(node: Node, scope: Scope): Evaluate
  lambda(node: Lambda, scope: Scope): (run: Run) => (first: unknown, second?: unknown) => unknown
}
