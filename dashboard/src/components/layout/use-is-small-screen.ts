import { useSyncExternalStore } from 'react'

const query = '(max-width: 760px)'

const subscribe = (listener: () => void) => {
  const media = window.matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** Whether the screen is that of a phone, as style sheets have it: for what is rendered in another way there. */
export const useIsSmallScreen = (): boolean =>
  useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
