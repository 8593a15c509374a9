import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDocumentParsers } from '../../areas/knowledge/index.ts'
import type { Config } from '../../config.ts'
import { createLog } from '../../kernel/log.ts'
import { isSealable } from '../../kernel/sealed/command.ts'
import { fail, ok, type Verdict, warn } from './finding.ts'

// Black and white, 32 pixels each way, nothing on it.
const blankImage = Buffer.concat([
  Buffer.from('424d3e00000000000000', 'hex'),
  Buffer.from('3e000000280000002000000020000000010001000000000080000000', 'hex'),
  Buffer.alloc(16),
  Buffer.from('00000000ffffff00', 'hex'),
  Buffer.alloc(128, 255),
])

type Ocr = Pick<Config, 'ocrLanguages' | 'allowUnsealed'>

/** Reads an image in a sealed process of this machine: nothing else would prove it. */
export async function checkOcr({ ocrLanguages, allowUnsealed }: Ocr): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-doctor-'))
  const { parsers, capability } = createDocumentParsers({
    dataDir: folder,
    log: createLog({ level: 'silent', secrets: [] }),
    mayParse: isSealable() || allowUnsealed,
    ocrLanguages,
  })
  const names = ocrLanguages.join(', ')
  try {
    if (!capability.isLive)
      return warn(
        `images and scanned pages are not read (${names}): ${capability.lacks} is missing`,
        'install the optional packages, or name other languages in STOA_OCR_LANGUAGES',
      )
    const signal = AbortSignal.timeout(60_000)
    const read = await parsers.parse('doctor', {
      format: 'image',
      bytes: blankImage,
      timeoutMs: 45_000,
      signal,
    })
    return read.kind === 'refused' && read.code === 'empty_text'
      ? ok(`an image was read in a process of its own (${names})`)
      : fail('an image is read wrongly', 'report this as a bug')
  } catch (error) {
    return fail(`no image can be read: ${(error as Error).message}`, 'see the finding on sandboxes')
  } finally {
    await parsers.close()
    await rm(folder, { recursive: true, force: true })
  }
}
