import { createProjectWithKey } from '../../first-start.ts'
import { openInstallation } from '../../installation.ts'
import { StartFault } from '../../kernel/start-fault.ts'
import { acquire } from '../backup/acquire.ts'
import type { Command } from '../command.ts'
import { alignColumns } from '../output/table.ts'

const maxNameLength = 100

export const projectCreateCommand: Command = {
  name: 'project create',
  takes: ['name'],
  summary: 'Create a project with its first admin key',
  details:
    'Works while the server runs. The key is shown once and not stored. It is not an operator key: create those with key create.',
  async run({ config, secrets, log, words, say, cleanup }) {
    const name = words[0]!.trim()
    if (name === '' || name.length > maxNameLength) {
      throw new StartFault('the project name is invalid', `use 1 to ${maxNameLength} characters`)
    }
    const { app, db } = await acquire(
      cleanup,
      () => openInstallation(config, secrets, log, { mustExist: true }),
      ({ close }) => close(),
    )
    const { project, key } = await db.tx((tx) => createProjectWithKey(tx, app, name))
    const rows = [
      ['Project', project.name],
      ['Slug', project.slug],
      ['Id', project.id],
      ['API key', key.key],
      ['', '(shown once: save it)'],
    ]
    say(alignColumns(rows).join('\n'))
    return { data: { id: project.id, name: project.name, slug: project.slug, apiKey: key.key } }
  },
}
