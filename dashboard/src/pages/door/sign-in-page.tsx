import { Navigate, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { addresses } from '../../addresses.ts'
import type { Filters } from '../../filters.ts'
import { Button } from '../../parts/button.tsx'
import { Failure } from '../../parts/failure.tsx'
import { TextField } from '../../parts/field.tsx'
import { useForm } from '../../parts/use-form.ts'
import { rememberSession, stoa, useSession } from '../../session.ts'
import { Door } from './door.tsx'

export function SignInPage() {
  const { to } = useSearch({ strict: false }) as Filters
  const router = useRouter()
  const navigate = useNavigate()
  const { data: session, error } = useSession()
  const form = useForm({ email: '', password: '' })
  if (session && !error) return <Navigate to={addresses.overview} replace />
  const signIn = form.submit(async ({ email, password }) => {
    const opened = await stoa.post('/api/v1/auth/sign-in', { body: { email, password } })
    rememberSession(opened)
    // Only to a place of our own: a link to here must not be able to send people elsewhere.
    if (to && /^\/(?![/\\])/.test(to)) router.history.replace(to)
    else await navigate({ to: addresses.overview, replace: true })
  })
  return (
    <Door title="Sign in" about={location.host}>
      <form className="form" noValidate onSubmit={signIn}>
        <TextField {...form.bind('email')} label="Email" type="email" autoComplete="username" isFirst />
        <TextField
          {...form.bind('password')}
          label="Password"
          type="password"
          autoComplete="current-password"
        />
        {form.failure !== null && <Failure error={form.failure} />}
        <Button type="submit" look="primary" isBusy={form.isBusy}>
          Sign in
        </Button>
      </form>
      <p className="muted small">
        First time here? Open the link that the server printed when it started: it sets your email and
        password.
      </p>
    </Door>
  )
}
