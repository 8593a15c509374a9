import type { ToolkitItem } from '@stoa/sdk'
import { useIsAdmin } from '../../project.ts'

/** What comes with the product has never been made in a project. */
export const isOwnToolkit = ({ createdAt }: Pick<ToolkitItem, 'createdAt'>): boolean => createdAt !== null

/** What comes with the product is for admins to change, for this project alone. */
export function useCanEdit(toolkit: ToolkitItem): boolean {
  const isAdmin = useIsAdmin()
  return isAdmin || isOwnToolkit(toolkit)
}
