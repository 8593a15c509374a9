import { CodeBlock } from '../../components/code/code-block.tsx'
import { SecretDialog } from '../../components/dialog/secret-dialog.tsx'

type NewKeyProps = {
  title: string
  value: string
  /** A path that the value opens, to try it on. */
  path?: string
  onClose(): void
}

/** The value of a key or token, with a call that shows that it works. */
export const NewKey = ({ path = '/api/v1/users/profile', ...props }: NewKeyProps) => (
  <SecretDialog {...props}>
    <CodeBlock
      snippets={[
        {
          label: 'Try it',
          text: `curl ${location.origin}${path} -H 'x-api-key: ${props.value}'`,
        },
      ]}
    />
  </SecretDialog>
)
