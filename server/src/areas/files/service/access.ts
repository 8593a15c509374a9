import { refuseUnpermitted } from '../../../kernel/http/auth/authorize.ts'
import type { Scope } from '../../../kernel/scope.ts'

export type FileAccess = 'read' | 'write'

/**
 * A caller that reaches files through another area needs what the routes of files ask for: a key for tools, models or
 * sandboxes alone is none for files. Which files they are, the scope says.
 */
export function checkAccess({ permissions }: Scope, access: FileAccess): void {
  refuseUnpermitted(permissions, `files:${access}`)
}
