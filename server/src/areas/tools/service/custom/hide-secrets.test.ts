import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ToolCall } from '../../../toolkits/index.ts'
import { withHiddenFiles } from './hide-secrets.ts'

test('a file name shows no secret, also where its characters had to be replaced', async () => {
  const names: string[] = []
  const call = {
    saveFile: async ({ name }: { name: string }) => {
      names.push(name)
    },
  } as unknown as ToolCall
  const hiding = withHiddenFiles(call, ['Key+a:b/c=1234~Z'])
  const fileNames = ['report.pdf', 'of-Key+a:b/c=1234~Z.bin', 'of-Key_a_b_c_1234_Z.bin', 'KEYABC1234Z']
  for (const name of fileNames)
    await hiding.saveFile({ name, mimeType: 'text/plain', bytes: Buffer.from('x') })
  assert.deepEqual(names, ['report.pdf', 'of-[hidden].bin', '[hidden]', '[hidden]'])
})
