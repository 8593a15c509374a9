import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartFault } from '../../start-fault.ts'
import { locateBinaries, prepareBinaries } from './binaries/binaries.ts'
import { explainOutput, useDatabaseUrl } from './failures.ts'
import { chooseAccount } from './machine/account.ts'
import { runProgram } from './machine/program.ts'

type BinaryCheck = { ok: true; version: string } | { ok: false; cause: string; fix: string }

type CheckOptions = { locate?(): string; sharedCopyDir: string }

/** Runs the binaries as a start would, fixing what a start would fix. */
export async function tryBinaries({
  locate = locateBinaries,
  sharedCopyDir,
}: CheckOptions): Promise<BinaryCheck> {
  const scratch = await mkdtemp(join(tmpdir(), 'stoa-check-'))
  try {
    const source = locate()
    const account = await chooseAccount(join(scratch, 'none'))
    const copyDir = account ? sharedCopyDir : join(scratch, 'binaries')
    const native = await prepareBinaries({ source, account, copyDir })
    const { code, output } = await runProgram(join(native, 'bin', 'postgres'), ['--version'], {
      directory: '/',
      account,
    })
    const version = /PostgreSQL\) (\S+)/.exec(output)?.[1]
    if (code !== 0 || !version) throw explainOutput(output, 'run', `Run npm ci again, or ${useDatabaseUrl}.`)
    return { ok: true, version }
  } catch (error) {
    if (error instanceof StartFault) return { ok: false, cause: error.message, fix: error.fix }
    throw error
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
