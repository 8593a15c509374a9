import { createContext } from 'react'

/**
 * What is inside the menu that a page has beside its title on a small screen: the element for the main action, which
 * stays in sight. Null everywhere else, also in the dialogs that its buttons open.
 */
export const HeaderOverflow = createContext<{ mainAction: HTMLElement | null } | null>(null)
