import { idOfName } from '../../../kernel/ids.ts'

// Never change them: the ids of what the product ships are made from them, on every node and in every release.
const toolkitNamespace = Buffer.from('6d1f0f3a5a0c4f7e9b1c2e8f4d7a9c31', 'hex')
const toolNamespace = Buffer.from('e2b7c4d98f1a4c63a5d0b9e7f3186c52', 'hex')

/** The id of a toolkit that the product ships. */
export const toolkitIdOf = (slug: string): string => idOfName(toolkitNamespace, slug)

/** The id of a tool that the product ships. */
export const toolIdOf = (slug: string): string => idOfName(toolNamespace, slug)
