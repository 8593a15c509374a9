import { createContext, useContext } from 'react'

/** How many steps back in this window's history a URL was last visited; null where it was not. */
export type StepsBackTo = (pathname: string) => number | null

export const BackNavigationContext = createContext<StepsBackTo>(() => null)

export const useStepsBackTo = (): StepsBackTo => useContext(BackNavigationContext)
