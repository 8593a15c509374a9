import { build, isFresh } from '../../scripts/build.ts'

/** What every test file needs and none may do beside another: the dashboard, built. */
export async function globalSetup(): Promise<void> {
  if (!(await isFresh())) await build()
}
