import { rotateMasterKey } from '../../kernel/secrets/key-file.ts'
import { keyFingerprint } from '../../kernel/secrets/master-key.ts'
import { StartFault } from '../../kernel/start-fault.ts'
import type { Command } from '../command.ts'

export const secretsRotateCommand: Command = {
  name: 'secrets rotate',
  summary: 'Make a new master key; what was sealed with the old one can still be opened',
  details:
    'The old key stays in secrets.json. Restart every node afterwards: until then they seal with the old key. With STOA_SECRET_KEY set, rotate by setting it to the new key and the old one, joined by a comma.',
  async run({ config, secrets, say }) {
    if (secrets.secretKey !== null) {
      throw new StartFault(
        'the master key comes from STOA_SECRET_KEY',
        'set it to the new key and the old one, joined by a comma',
      )
    }
    const { current, previous } = await rotateMasterKey(config.dataDir)
    say(`New master key ${keyFingerprint(current)}; ${previous.length} older retained for decryption.`)
    say('Restart every node so that it seals with the new key, and make a new backup.')
    return { data: { current: keyFingerprint(current), previous: previous.map(keyFingerprint) } }
  },
}
