import type { AuthConfig } from '@stoa/sdk'
import { Status } from '../../../components/feedback/status.tsx'

export const ConfigState = ({ config }: { config: AuthConfig }) =>
  config.isDisabled ? (
    <Status kind="off">Disabled</Status>
  ) : config.nextCredentials !== null ? (
    <Status kind="warn">New credentials staged</Status>
  ) : config.lastTest?.isPassed === false ? (
    <Status kind="bad">Test failed</Status>
  ) : (
    <Status kind="good">Enabled</Status>
  )
