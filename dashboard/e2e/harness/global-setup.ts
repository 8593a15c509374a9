import { build, isFresh } from '../../scripts/build.ts'
import { makeInstallationTemplate, removeInstallationTemplate } from './installation-template.ts'

/** What every test file needs and none may do beside another: the dashboard, built, and an installation to copy. */
export async function globalSetup(): Promise<void> {
  if (!isFresh()) await build()
  await makeInstallationTemplate()
}

export const globalTeardown = removeInstallationTemplate
