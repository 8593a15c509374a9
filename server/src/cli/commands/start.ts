import { start } from '../../start.ts'
import type { Command } from '../command.ts'
import { startBlock } from '../output/start-block.ts'

export const startCommand: Command = {
  name: 'start',
  summary: 'Start the server (the default)',
  details:
    'The first start makes the database, the first project and its admin key, and shows the key once.\nA second process with another PORT and the same data directory or DATABASE_URL joins as another node.',
  isServer: true,
  async run({ config, secrets, log, isJson, say, interrupted }) {
    const running = await start(config, secrets, log)
    const block = startBlock(config, running)
    if (isJson) console.log(JSON.stringify(block.data))
    else say(block.text)
    await running.stop(await interrupted)
    return {}
  },
}
