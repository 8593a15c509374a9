import { Link } from '@tanstack/react-router'
import { authRoutes } from './routes.ts'

/** For those whose link cannot be used. */
export const SignInInstead = () => (
  <p>
    <Link to={authRoutes.signIn}>Sign in instead</Link>
  </p>
)
