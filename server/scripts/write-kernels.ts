import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Compiles `kernels.as` into `kernels-wasm.ts`. The compiler takes 100 MB, so it is no dependency: it is fetched when the
 * source has changed, and `--check` compares the hash of the source with the one that was compiled.
 */
const compiler = 'assemblyscript@0.28.20'
const source = new URL('../src/kernel/simd/kernels.as', import.meta.url)
const output = new URL('../src/kernel/simd/kernels-wasm.ts', import.meta.url)

const text = readFileSync(source, 'utf8')
const sha256 = createHash('sha256').update(compiler).update(text).digest('hex')

if (process.argv.includes('--check')) {
  if (!readFileSync(output, 'utf8').includes(`'${sha256}'`)) {
    console.error('kernels-wasm.ts is not what kernels.as compiles to: run `npm run kernels`.')
    process.exitCode = 1
  }
} else {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-kernels-'))
  try {
    const [input, wasm] = [join(folder, 'kernels.ts'), join(folder, 'kernels.wasm')]
    writeFileSync(input, text)
    const flags = '-O3 --noAssert --runtime stub --enable simd --enable relaxed-simd --importMemory'.split(
      ' ',
    )
    execFileSync(
      'npm',
      ['exec', '--yes', `--package=${compiler}`, '--', 'asc', input, '-o', wasm, ...flags],
      {
        stdio: 'inherit',
      },
    )
    const lines = readFileSync(wasm)
      .toString('base64')
      .match(/.{1,100}/g)!
    writeFileSync(
      output,
      [
        '// Compiled from kernels.as by `npm run kernels`; do not edit.',
        `export const kernelsSource = '${sha256}'`,
        '',
        'export const kernelsWasm = [',
        ...lines.map((line) => `  '${line}',`),
        "].join('')",
        '',
      ].join('\n'),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}
