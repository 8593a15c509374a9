// Loaded into a server before everything else: its clock is put forward or back by what the file says, at a signal.
import { readFileSync, rmSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const RealDate = Date
const realNow = RealDate.now
let shiftMs = 0
RealDate.now = () => realNow() + shiftMs
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [RealDate.now()] : args, newTarget),
  apply: (target) => new target(RealDate.now()).toString(),
})
RealDate.prototype.constructor = globalThis.Date

const file = process.env.STOA_TEST_CLOCK_FILE
if (file && isMainThread)
  process.on('SIGUSR2', () => {
    shiftMs = Number(readFileSync(file, 'utf8'))
    // Gone is done.
    rmSync(file)
  })
