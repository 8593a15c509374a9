import { actAs } from '../../features/end-users/act-as.ts'
import { questionPath, questionUrl } from '../../features/questions/questions-api.ts'
import type { PaletteEntries } from '../manifest.ts'

export const entries: PaletteEntries = {
  finders: [
    {
      async byId(api, id, signal) {
        const { question } = await actAs(api).get(questionPath, { params: { id }, signal })
        return { id, kind: 'Question', label: question, to: questionUrl(id) }
      },
    },
  ],
}
