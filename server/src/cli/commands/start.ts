import { start } from '../../start.ts'
import type { Command } from '../command.ts'
import { startBlock } from '../output/start-block.ts'
import { noteRestart, superviseeOf } from '../supervisee.ts'

export const startCommand: Command = {
  name: 'start',
  summary: 'Start the server (the default)',
  details:
    'The first start makes the database, the first project and its admin key, and shows the key once.\nA second process with another PORT and the same data directory or DATABASE_URL joins as another node.',
  options: {
    'no-supervise': {
      type: 'boolean',
      meaning: 'do not restart the server after a crash: for service managers and containers, which do',
    },
    supervised: { type: 'string', meaning: 'how often it was restarted; the supervisor says so' },
    'last-exit': { type: 'string', meaning: 'why the process before it ended, likewise' },
  },
  isServer: true,
  async run({ config, secrets, log, options, isJson, say, interrupted }) {
    const supervision = superviseeOf(options)
    if (supervision) await noteRestart(supervision, config.dataDir, log)
    const running = await start(config, secrets, log, { restarts: supervision?.restarts ?? 0 })
    supervision?.reportUp(running.port)
    const block = startBlock(config, running)
    // What was printed at the first start is still true.
    if (!supervision?.restarts) {
      if (isJson) console.log(JSON.stringify(block.data))
      else say(block.text)
    }
    await running.stop(await interrupted)
    return {}
  },
}
