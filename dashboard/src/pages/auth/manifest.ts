import type { PageManifest } from '../manifest.ts'
import { authAddresses } from './addresses.ts'

export const manifest: PageManifest = {
  routes: [
    {
      address: authAddresses.signIn,
      isPublic: true,
      load: () => import('./sign-in-page.tsx').then((module) => module.SignInPage),
    },
    {
      address: authAddresses.setUp,
      isPublic: true,
      load: () => import('./set-up-page.tsx').then((module) => module.SetUpPage),
    },
  ],
}
