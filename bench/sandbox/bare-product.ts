import { awaitSignal } from '../../server/src/cli/backup/interruption.ts'
import { createCommandLog } from '../../server/src/cli/output/command-log.ts'
import { startBlock } from '../../server/src/cli/output/start-block.ts'
import { readConfig, readEnvironment } from '../../server/src/config.ts'
import { start } from '../../server/src/start.ts'
import { instantDriver } from './instant-driver.ts'

/** The product as users run it, but with an engine that responds immediately. */
const interrupted = awaitSignal()
const { config, secrets } = readConfig(readEnvironment())
const log = createCommandLog({ config, secrets, channel: process.stderr, isServer: true })
const sandboxDrivers = [instantDriver('javascript'), instantDriver('python')]
const running = await start(config, secrets, log, { sandboxDrivers })
console.log(JSON.stringify(startBlock(config, running).data))
await running.stop(await interrupted)
