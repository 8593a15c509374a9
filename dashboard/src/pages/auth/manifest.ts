import type { PageManifest } from '../manifest.ts'
import { authRoutes } from './routes.ts'

export const manifest: PageManifest = {
  routes: [
    {
      path: authRoutes.signIn,
      isPublic: true,
      load: () => import('./sign-in-page.tsx').then((module) => module.SignInPage),
    },
    {
      path: authRoutes.setUp,
      isPublic: true,
      load: () => import('./set-up-page.tsx').then((module) => module.SetUpPage),
    },
    {
      path: authRoutes.invitation,
      isPublic: true,
      load: () => import('./invitation-page.tsx').then((module) => module.InvitationPage),
    },
    {
      path: authRoutes.resetPassword,
      isPublic: true,
      load: () => import('./reset-password-page.tsx').then((module) => module.ResetPasswordPage),
    },
  ],
}
