import type { Sandboxes as Engine } from '../../../kernel/sandbox/sandboxes.ts'
import { defaultTemplate } from '../schema/session.ts'
import type { Template } from '../schema/template.ts'
import { sandboxLimits } from './limits.ts'

const { cpuMs, memoryMb, diskMb } = sandboxLimits

/** What a session can be made of: for now what the engine itself brings. */
export async function listTemplates(engine: Pick<Engine, 'capabilities'>): Promise<Template[]> {
  const languages = await engine.capabilities()
  return [
    {
      id: defaultTemplate,
      name: 'JavaScript and Python',
      isolation: languages[0]?.isolation ?? 'process',
      languages: languages.map(({ isolation: _, ...language }) => language),
      packages: [],
      limits: { cpuMs, memoryMb, diskMb },
    },
  ]
}
