import type { SandboxExecution } from '@stoa/sdk'
import { CopyId } from '../../../components/actions/copy-id.tsx'
import { Chips } from '../../../components/feedback/status.tsx'
import { Card, DescriptionList } from '../../../components/layout/page.tsx'
import { formatDuration } from '../../../components/text/format-duration.ts'

/** The hashes that prove this script, this state and this output. */
export const Receipt = ({ receipt }: { receipt: SandboxExecution['receipt'] }) => {
  const { sourceSha256, stateSha256, outputSha256, engine, limits, egress, envNames } = receipt
  return (
    <Card title="Receipt">
      <DescriptionList
        facts={[
          ['Source', <CopyId key="source" id={sourceSha256} label="checksum of the source" isShort />],
          ['State', <CopyId key="state" id={stateSha256} label="checksum of the state" isShort />],
          [
            'Output',
            outputSha256 === null ? (
              <span key="none" className="muted">
                none
              </span>
            ) : (
              <CopyId key="output" id={outputSha256} label="checksum of the output" isShort />
            ),
          ],
          ['Engine', engine ?? 'unknown'],
          ['Limits', `${formatDuration(limits.timeoutMs)}, ${limits.memoryMb} MB memory`],
          ['Allowed hosts', <Chips key="hosts" items={egress.allowedHosts} none="none (network disabled)" />],
          [
            'Requests',
            egress.requests.length === 0 ? (
              <span key="none" className="muted">
                none
              </span>
            ) : (
              <ul key="requests" className="mono small">
                {egress.requests.map(({ method, host, status }, at) => (
                  <li key={at}>
                    {method} {host} {status ?? 'no response'}
                  </li>
                ))}
              </ul>
            ),
          ],
          ['Environment', <Chips key="env" items={envNames} none="empty" />],
        ]}
      />
      <p className="muted small">The first three are SHA-256 checksums.</p>
    </Card>
  )
}
