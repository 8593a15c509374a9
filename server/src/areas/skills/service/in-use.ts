import type { Tx } from '../../../kernel/db/db.ts'
import { inUseMessage, type ListDependants, listAll } from '../../../kernel/dependants.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'

/** Agents that use a skill, as the areas above know them. */
export function createDependants() {
  const lists: ListDependants[] = []
  return {
    register: (list: ListDependants): void => void lists.push(list),
    async refuse(tx: Tx, scope: Scope, id: string): Promise<void> {
      const found = await listAll(lists, tx, scope, id)
      if (found.count === 0) return
      throw new AppError('skill_in_use', inUseMessage(found), {
        facts: { count: found.count, dependants: found.named },
        hint: 'Remove it from them first, or send detach=true: they continue without it.',
      })
    },
  }
}

export type Dependants = ReturnType<typeof createDependants>
