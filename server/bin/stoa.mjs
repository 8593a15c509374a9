#!/usr/bin/env node
// Starts the command line on a Node that runs TypeScript. The machine's own may be older: the optional dependencies
// bring one, and this file alone must therefore run on both.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module, { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stopSignals, supervise } from './supervisor.mjs'

const needed = [24, 7]
// Buffers of streams are released when the young generation is collected: with a smaller one a large upload, and an idle
// server, take tens of megabytes less.
const memory = ['--max-semi-space-size=8']
// glibc has an arena for each thread, and what a thread frees stays in its arena: all threads share one. Blocks of 128 KB and
// more are returned to the system. Both are read by glibc alone, and what an operator has set stays as it is.
const allocator = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' }
const isAllocatorSet = Object.keys(allocator).every((name) => process.env[name] !== undefined)
Object.assign(process.env, { ...allocator, ...process.env })
const sources = new URL('../src/cli/main.ts', import.meta.url)
const bundle = new URL('../dist/cli.main.js', import.meta.url)
const freshness = new URL('../scripts/build/freshness.mjs', import.meta.url)
// Halves the time to load. It is next to the installed code, not in a directory for temporary files: who can
// write there can change the code anyway. Where it is read-only, everything works without.
const compiled = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))

const isEnough = () => {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major > needed[0] || (major === needed[0] && minor >= needed[1])
}

function bundledNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const names = [`node-${platform}-${process.arch}`, `node-bin-${platform}-${process.arch}`]
  for (const name of names) {
    try {
      const home = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
      const program = join(home, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
      if (existsSync(program)) return program
    } catch {
      // Not installed for this platform.
    }
  }
  return null
}

/** The bundle, which starts twice as fast. Where sources can be changed they count as long as it is older than them. */
async function newestProgram() {
  if (isFresh || !existsSync(freshness)) return bundle
  const { builtServer, isUntouched } = await import(freshness.href)
  return isUntouched(builtServer) ? bundle : sources
}

function refuse(cause, fix) {
  console.error(`stoa: ${cause}: ${fix}`)
  process.exit(1)
}

// Both are fixed when a process starts: it becomes one with the right ones, where the system can do that (Windows cannot).
const hasMemory = memory.every((flag) => process.execArgv.includes(flag)) && isAllocatorSet
const becomesAnother = () => process.execve && !process.channel && !hasMemory

/** The server is supervised, unless a service manager does that. */
function isSupervised(words) {
  const [command] = words.filter((word) => !word.startsWith('-'))
  const isHelp = ['--help', '-h', '--version', '-v'].some((flag) => words.includes(flag))
  const isSettled = ['--no-supervise', '--supervised'].some((flag) => words.includes(flag))
  return (command === undefined || command === 'start') && !isHelp && !isSettled
}

/** A supervisor or an older Node that is killed cannot pass a signal on: a server without it would never be stopped by anyone. */
function endWithLauncher() {
  if (!process.channel) return
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}

// `npm start` has just compared the bundle with its sources. A server that is restarted later compares them again.
const isFresh = process.argv.includes('--fresh-bundle')
if (isFresh) process.argv.splice(process.argv.indexOf('--fresh-bundle'), 1)
const words = process.argv.slice(2)
const program = isEnough() ? process.execPath : bundledNode()
if (program === null) {
  refuse(
    `this is Node ${process.versions.node} and Stoa needs ${needed.join('.')}`,
    'install a newer Node, or run npm ci without --omit=optional',
  )
}
const flags = isEnough() ? [...process.execArgv.filter((flag) => !memory.includes(flag)), ...memory] : memory
const args = [...flags, fileURLToPath(import.meta.url), ...words]

if (isSupervised(words)) {
  supervise({
    program,
    args: words.includes('start') ? args : [...args, 'start'],
    firstArgs: isFresh ? ['--fresh-bundle'] : [],
  })
} else if (!isEnough()) {
  const child = spawn(program, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  child.on('error', (error) => refuse(`${program} cannot be run (${error.code})`, 'run npm ci again'))
  for (const signal of stopSignals) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
} else {
  if (becomesAnother()) process.execve(program, [program, ...args])
  endWithLauncher()
  module.enableCompileCache(compiled)
  await import((await newestProgram()).href)
}
